//! How a server proves who it is, and how we do.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use redis::{ClientTlsConfig, TlsCertificates};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// The flags for `rediss://` URLs, named as those of redis-cli.
#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Redis over TLS (rediss:// URLs)")]
pub struct TlsArgs {
    /// The certificate of the CA that signed the server's, in PEM [default: those that the system
    /// trusts]
    #[arg(long, value_name = "FILE")]
    cacert: Option<PathBuf>,

    /// The certificate to authenticate with, in PEM, if the server asks for one
    #[arg(long, value_name = "FILE", requires = "key")]
    cert: Option<PathBuf>,

    /// The private key of --cert, in PEM
    #[arg(long, value_name = "FILE", requires = "cert")]
    key: Option<PathBuf>,

    /// Accept any certificate of the server: whoever can intercept the connection can read the
    /// password and the values
    #[arg(long, conflicts_with = "cacert")]
    insecure: bool,
}

/// What a TLS connection is opened with.
#[derive(Clone, Debug)]
pub struct Tls {
    pub insecure: bool,
    pub certificates: TlsCertificates,
}

impl TlsArgs {
    /// The first flag that is given.
    pub fn given(&self) -> Option<&'static str> {
        let flags = [
            ("--cacert", self.cacert.is_some()),
            ("--cert", self.cert.is_some()),
            ("--key", self.key.is_some()),
            ("--insecure", self.insecure),
        ];
        flags.into_iter().find_map(|(flag, given)| given.then_some(flag))
    }

    /// Reads the files. An error names the flag and the file.
    pub fn read(&self) -> Result<Tls, String> {
        let root_cert =
            self.cacert.as_deref().map(|file| certificates("--cacert", file)).transpose()?;
        let client_tls = match (&self.cert, &self.key) {
            (Some(cert), Some(key)) => Some(ClientTlsConfig {
                client_cert: certificates("--cert", cert)?,
                client_key: private_key(key)?,
            }),
            _ => None,
        };
        Ok(Tls { insecure: self.insecure, certificates: TlsCertificates { client_tls, root_cert } })
    }
}

fn certificates(flag: &str, file: &Path) -> Result<Vec<u8>, String> {
    let pem = read(flag, file)?;
    match CertificateDer::pem_slice_iter(&pem).collect::<Result<Vec<_>, _>>() {
        Ok(found) if !found.is_empty() => Ok(pem),
        _ => Err(format!("{flag} {}: there is no certificate in PEM in it", file.display())),
    }
}

fn private_key(file: &Path) -> Result<Vec<u8>, String> {
    let pem = read("--key", file)?;
    match PrivateKeyDer::from_pem_slice(&pem) {
        Ok(_) => Ok(pem),
        Err(_) => Err(format!(
            "--key {}: there is no private key in PEM in it that can be read without a passphrase",
            file.display()
        )),
    }
}

fn read(flag: &str, file: &Path) -> Result<Vec<u8>, String> {
    fs::read(file).map_err(|error| format!("{flag} {} cannot be read: {error}", file.display()))
}
