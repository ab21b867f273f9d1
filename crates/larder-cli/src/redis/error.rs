//! What is wrong with a Redis, and what to do about it.

use redis::{ErrorKind, RedisError};

use super::target::{PASSWORD_VARIABLE, Place, Target};

/// Why connecting failed.
pub fn why(error: &RedisError, target: &Target) -> String {
    let text = error.to_string();
    let has = |part: &str| text.contains(part);
    if let Some(said) = login(error, &text) {
        return said;
    }
    let said = if is_timeout(error) && target.tls.is_some() {
        "it does not answer within seconds. If it does not speak TLS on this port: redis:// in \
         place of rediss://"
    } else if is_timeout(error) {
        "it does not answer within seconds"
    } else if matches!(target.place, Place::Socket(_)) && has("(os error 2)") {
        "there is no socket of this path"
    } else if error.is_connection_refusal() {
        "no server listens there; check host and port"
    } else if matches!(target.place, Place::Socket(_)) && has("(os error 13)") {
        "this user may not open the socket"
    } else if has("failed to lookup address") || has("could not resolve") {
        "its host name is not known here"
    } else if has("UnknownIssuer")
        || has("CaUsedAsEndEntity")
        || has("self-signed")
        || has("SelfSigned")
    {
        "its certificate is not of a CA that is trusted here: --cacert FILE names the CA's \
         certificate (PEM). --insecure takes \
         any, and so anybody who answers in its place"
    } else if has("NotValidForName") || has("not valid for name") {
        "its certificate is for another name: give the host as the certificate has it, or the \
         server a certificate for this host"
    } else if has("Expired") || has("expired") {
        "its certificate has expired"
    } else if has("CertificateRequired")
        || has("HandshakeFailure")
        || has("BadCertificate")
        || has("UnknownCA")
        || has("DecryptError")
    {
        "it wants a certificate that it trusts of its clients: --cert FILE and --key FILE (PEM)"
    } else if has("InvalidContentType") || has("corrupt message") {
        "it does not speak TLS on this port: redis:// in place of rediss://, or its TLS port"
    } else if target.tls.is_none()
        && matches!(target.place, Place::Server(_))
        && is_cut(error, &text)
    {
        "it ends the connection without an answer: rediss:// if this is its TLS port"
    } else if has("DB index")
        || has("invalid DB")
        || has("Invalid database number")
        || has("SELECT is not allowed")
    {
        "it has no database of this number: redis://HOST:PORT/DB, mostly 0 to 15, and 0 in a \
         cluster"
    } else if has("protected mode") || error.code() == Some("DENIED") {
        "it is in protected mode, in which it answers its own machine alone: set a password or a \
         bind address there"
    } else if has("cluster support disabled") {
        "it is not in cluster mode: redis:// in place of redis+cluster://"
    } else if error.code() == Some("CLUSTERDOWN")
        || has("CLUSTERDOWN")
        || has("Slot refresh error")
        || has("Missing slot coverage")
    {
        "the cluster is down: not all of its slots have a node (CLUSTER INFO)"
    } else {
        return text;
    };
    said.to_owned()
}

/// What is wrong with user, password or permissions.
fn login(error: &RedisError, text: &str) -> Option<String> {
    Some(match error.code() {
        Some("NOAUTH") => format!(
            "it needs a password: redis://:PASSWORD@HOST:PORT/DB, or {PASSWORD_VARIABLE} in the \
             environment, where no process list \
             shows it"
        ),
        Some("NOPERM") => {
            "its ACL does not permit this user what is needed (docs/REDIS.md lists it)".to_owned()
        }
        _ if text.contains("without any password configured")
            || text.contains("no password is set") =>
        {
            format!("it has no password, and one is given: by the URL or by {PASSWORD_VARIABLE}")
        }
        _ if is_login(error) => format!(
            "it refuses the user or the password: redis://USER:PASSWORD@HOST:PORT/DB, or \
             redis://:PASSWORD@HOST:PORT/DB; \
             {PASSWORD_VARIABLE} is the password of a URL without one"
        ),
        _ => return None,
    })
}

/// What to do about a command that failed.
pub fn refused(error: &RedisError) -> String {
    match error.code() {
        Some("NOPERM") => {
            format!(
                "{error}. `ACL SETUSER` on the server permits it; docs/REDIS.md lists what each \
                 subcommand needs"
            )
        }
        _ if is_timeout(error) => "no answer within seconds".to_owned(),
        _ => error.to_string(),
    }
}

/// Whether the ACL withholds a key from this user.
pub fn is_withheld(error: &RedisError) -> bool {
    error.code() == Some("NOPERM") && error.to_string().contains("key")
}

pub fn is_timeout(error: &RedisError) -> bool {
    error.is_timeout() || error.to_string().contains("(os error 11)")
}

/// Whether user or password are missing or wrong.
pub fn is_login(error: &RedisError) -> bool {
    matches!(error.code(), Some("NOAUTH" | "WRONGPASS"))
        || error.kind() == ErrorKind::AuthenticationFailed
        // Before Redis 6.
        || error.to_string().contains("invalid password")
}

/// Whether the connection broke.
pub fn is_cut(error: &RedisError, text: &str) -> bool {
    error.is_connection_dropped()
        || text.contains("unexpected end of file")
        || text.contains("unexpected eof")
}

/// Whether the connection cannot be used any more, or the server takes no commands for a while, so
/// that one has to be opened anew. Nobody knows whether what was sent was done.
pub fn is_broken(error: &RedisError) -> bool {
    error.is_io_error()
        || error.is_connection_dropped()
        || is_timeout(error)
        || is_cut(error, &error.to_string())
        || error.code() == Some("LOADING")
}
