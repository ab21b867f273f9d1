//! What values are compressed with before they go into Redis: by phpredis, Symfony, Redisson, or by
//! hand.

use std::fmt;
use std::io::{Read, Write};

use crate::error::{Error, ErrorKind, Result};

/// A way to compress a value as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// gzip (RFC 1952).
    Gzip,
    /// zlib (RFC 1950), as PHP's `gzcompress` writes.
    Zlib,
    /// Frames of zstd (RFC 8878), as phpredis with `COMPRESSION_ZSTD` writes.
    Zstd,
    /// Frames of LZ4.
    Lz4Frame,
    /// A block of LZ4 after phpredis's own header (`COMPRESSION_LZ4`): a CRC-8 of the length, and
    /// the length in 4 bytes.
    PhpredisLz4,
    /// A block of LZF without any header, as phpredis with `COMPRESSION_LZF` writes.
    Lzf,
}

impl Compression {
    /// All of them; those recognised by their first bytes come first.
    pub const ALL: [Self; 6] =
        [Self::Gzip, Self::Zstd, Self::Lz4Frame, Self::Zlib, Self::PhpredisLz4, Self::Lzf];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zlib => "zlib",
            Self::Zstd => "zstd",
            Self::Lz4Frame => "lz4",
            Self::PhpredisLz4 => "lz4 (phpredis)",
            Self::Lzf => "lzf (phpredis)",
        }
    }

    /// Whether bytes begin as this does. LZF has no beginning: anything may be it.
    pub fn begins(self, bytes: &[u8]) -> bool {
        match self {
            Self::Gzip => bytes.starts_with(&[0x1F, 0x8B, 8]),
            // The method is 8, the window is of 32 KiB or less, there is no preset dictionary, and
            // both bytes are a multiple of 31.
            Self::Zlib => {
                matches!(bytes, [head, flags, _, ..] if head & 0x0F == 8
                    && head >> 4 <= 7
                    && flags & 0x20 == 0
                    && u16::from_be_bytes([*head, *flags]) % 31 == 0)
            }
            Self::Zstd => bytes.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]),
            Self::Lz4Frame => bytes.starts_with(&[0x04, 0x22, 0x4D, 0x18]),
            Self::PhpredisLz4 => {
                matches!(bytes, [sum, length @ ..] if length.len() > 4 && crc8(&length[..4]) == *sum)
            }
            Self::Lzf => bytes.len() >= 2,
        }
    }

    /// What was compressed, if it is at most `most` bytes.
    ///
    /// # Errors
    /// [`ErrorKind::BadCompression`], and [`ErrorKind::TooLarge`].
    pub fn decompress(self, bytes: &[u8], most: usize) -> Result<Vec<u8>> {
        match self {
            Self::Gzip => read(flate2::read::MultiGzDecoder::new(bytes), most, self),
            Self::Zlib => {
                let mut rest = bytes;
                let content = read(flate2::bufread::ZlibDecoder::new(&mut rest), most, self)?;
                if rest.is_empty() {
                    Ok(content)
                } else {
                    Err(self.bad("bytes after the compressed ones"))
                }
            }
            Self::Zstd => {
                let decoder =
                    zstd::stream::read::Decoder::with_buffer(bytes).and_then(|mut decoder| {
                        decoder.window_log_max(MAX_WINDOW_LOG)?;
                        Ok(decoder)
                    });
                let decoder = decoder.map_err(|error| self.bad(&error.to_string()))?;
                read(decoder, most, self)
            }
            Self::Lz4Frame => read(lz4_flex::frame::FrameDecoder::new(bytes), most, self),
            Self::PhpredisLz4 => match bytes {
                [_, a, b, c, d, block @ ..] => {
                    let length = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
                    // A byte of LZ4 expands to at most 255.
                    if length > most || length / 255 > block.len() {
                        return Err(self.too_large(most));
                    }
                    let mut content = vec![0; length];
                    match lz4_flex::block::decompress_into(block, &mut content) {
                        Ok(written) if written == length => Ok(content),
                        Ok(_) => Err(self.bad("shorter than its header says")),
                        Err(error) => Err(self.bad(&error.to_string())),
                    }
                }
                _ => Err(self.bad("shorter than its header")),
            },
            Self::Lzf => {
                let length = lzf_length(bytes).ok_or_else(|| self.bad("malformed LZF block"))?;
                if length > most {
                    return Err(self.too_large(most));
                }
                match lzf::decompress(bytes, length) {
                    Ok(content) if content.len() == length => Ok(content),
                    _ => Err(self.bad("malformed LZF block")),
                }
            }
        }
    }

    /// The bytes compressed, at the level that each library takes by default. What is read back is
    /// the same; bytes may differ between versions of a library.
    ///
    /// # Errors
    /// [`ErrorKind::TooLarge`] for more bytes than the compression's header can say.
    pub fn compress(self, bytes: &[u8]) -> Result<Vec<u8>> {
        let written =
            |done: std::io::Result<Vec<u8>>| done.map_err(|error| self.bad(&error.to_string()));
        match self {
            Self::Gzip => {
                let level = flate2::Compression::default();
                let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
                written(encoder.write_all(bytes).and_then(|()| encoder.finish()))
            }
            Self::Zlib => {
                let level = flate2::Compression::default();
                let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), level);
                written(encoder.write_all(bytes).and_then(|()| encoder.finish()))
            }
            Self::Zstd => written(zstd::bulk::compress(bytes, zstd::DEFAULT_COMPRESSION_LEVEL)),
            Self::Lz4Frame => {
                let mut encoder = lz4_flex::frame::FrameEncoder::new(Vec::new());
                written(encoder.write_all(bytes).and_then(|()| Ok(encoder.finish()?)))
            }
            Self::PhpredisLz4 => {
                // phpredis reads the length as a signed int.
                let length =
                    i32::try_from(bytes.len()).map_err(|_| self.too_large(i32::MAX as usize))?;
                let length = length.to_le_bytes();
                let block = lz4_flex::block::compress(bytes);
                Ok([&[crc8(&length)], &length[..], &block].concat())
            }
            Self::Lzf => Ok(lzf::compress(bytes).unwrap_or_else(|_| lzf_literals(bytes))),
        }
    }

    #[cold]
    fn bad(self, why: &str) -> Error {
        Error::new(ErrorKind::BadCompression, format!("{self}: {why}"))
    }

    #[cold]
    fn too_large(self, most: usize) -> Error {
        Error::new(ErrorKind::TooLarge, format!("{self}: more than {most} bytes when decompressed"))
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// zstd frames with a larger window, of 32 MiB, are refused: they take it whatever they hold.
const MAX_WINDOW_LOG: u32 = 25;

fn read(decoder: impl Read, most: usize, compression: Compression) -> Result<Vec<u8>> {
    let mut content = Vec::new();
    match decoder.take(most as u64 + 1).read_to_end(&mut content) {
        Ok(_) if content.len() > most => Err(compression.too_large(most)),
        Ok(_) => Ok(content),
        Err(error) => Err(compression.bad(&error.to_string())),
    }
}

/// The CRC of 8 bits that phpredis puts before LZ4 (polynomial 31, from FF).
fn crc8(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0xFF, |crc, byte| {
        (0..8)
            .fold(crc ^ byte, |crc: u8, _| if crc & 0x80 != 0 { crc << 1 ^ 0x31 } else { crc << 1 })
    })
}

/// A block of LZF for bytes that cannot be made shorter: runs of at most 32 bytes as they are.
fn lzf_literals(bytes: &[u8]) -> Vec<u8> {
    let runs = bytes.chunks(32).flat_map(|run| [&[run.len() as u8 - 1], run].concat());
    runs.collect()
}

/// How long the content of an LZF block is; `None` if it ends within an instruction (liblzf's
/// lzf_d.c: runs below 32, else a copy).
fn lzf_length(bytes: &[u8]) -> Option<usize> {
    let (mut at, mut length) = (0, 0usize);
    while let Some(&control) = bytes.get(at) {
        let control = usize::from(control);
        if control < 32 {
            at += control + 2;
            length += control + 1;
        } else {
            let mut copied = control >> 5;
            at += 1;
            if copied == 7 {
                copied += usize::from(*bytes.get(at)?);
                at += 1;
            }
            let back = (control & 0x1F) << 8 | usize::from(*bytes.get(at)?);
            if back >= length {
                return None;
            }
            at += 1;
            length += copied + 2;
        }
    }
    (at == bytes.len() && length > 0).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "hello world " ten times, as phpredis 5.3.7 stores it.
    const STORED: [(Compression, &str); 3] = [
        (Compression::Lzf, "0c68656c6c6f20776f726c642068e0600b016420"),
        (Compression::Zstd, "28b52ffd20789d00006068656c6c6f20776f726c64200100e9694902"),
        (Compression::PhpredisLz4, "6378000000cf68656c6c6f20776f726c64200c0054506f726c6420"),
    ];

    fn bytes(hex: &str) -> Vec<u8> {
        (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..][..2], 16).unwrap()).collect()
    }

    #[test]
    fn what_phpredis_compressed_is_decompressed() {
        for (compression, hex) in STORED {
            let bytes = bytes(hex);
            assert!(compression.begins(&bytes));
            assert_eq!(
                compression.decompress(&bytes, 120).unwrap(),
                "hello world ".repeat(10).as_bytes(),
                "{compression}"
            );
            assert_eq!(
                compression.decompress(&bytes, 119).unwrap_err().kind(),
                ErrorKind::TooLarge,
                "{compression}"
            );
        }
    }

    #[test]
    fn what_is_compressed_is_recognised_and_comes_back() {
        let mixed: Vec<u8> = (0..5000u32).map(|at| ((at * at) >> 7) as u8).collect();
        let contents = [b"hello world ".repeat(100), mixed, vec![0xC1, 7], vec![0; 100_000]];
        for compression in Compression::ALL {
            for content in &contents {
                let bytes = compression.compress(content).unwrap();
                assert!(compression.begins(&bytes), "{compression}");
                assert_eq!(&compression.decompress(&bytes, content.len()).unwrap(), content);
            }
            assert!(compression.compress(&contents[0]).unwrap().len() < 200, "{compression}");
        }
    }

    #[test]
    fn damage_is_an_error_or_other_bytes_and_never_more_than_allowed() {
        for (compression, hex) in STORED {
            let whole = bytes(hex);
            for at in 0..whole.len() * 8 {
                let mut flipped = whole.clone();
                flipped[at / 8] ^= 1 << (at % 8);
                if let Ok(content) = compression.decompress(&flipped, 1 << 16) {
                    assert!(content.len() <= 1 << 16);
                }
                let _ = compression.decompress(&whole[..at / 8], 1 << 16);
            }
        }
    }
}
