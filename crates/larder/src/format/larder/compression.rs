//! Texts in a zstd block without its frame (RFC 8878; docs/FORMAT.md, "Compressed texts").

use zstd::zstd_safe::{CCtx, CDict, DCtx, DDict};

use crate::error::{Error, ErrorKind, Result};

/// The most that one block holds.
pub const BLOCK_BYTES: usize = 128 << 10;

/// The header of a frame with a window of [`BLOCK_BYTES`], without content size, dictionary or
/// checksum.
const FRAME_HEADER: [u8; 6] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 7 << 3];
const BLOCK_HEADER_BYTES: usize = 3;
const COMPRESSED_BLOCK: u32 = 2;

/// A context for compressing, kept between values.
pub struct Compressor {
    context: CCtx<'static>,
    frame: Vec<u8>,
}

/// How texts were compressed.
#[derive(Clone, Copy)]
pub struct Compressed {
    /// Where the bytes begin that are written.
    start: usize,
    /// Whether they are a whole frame, rather than the content of one block.
    pub frame: bool,
}

impl Compressor {
    pub fn new() -> Self {
        Self { context: CCtx::create(), frame: Vec::new() }
    }

    /// `None` if compression does not make it shorter.
    pub fn compress(
        &mut self,
        texts: &[u8],
        dictionary: Option<&CDict<'static>>,
        level: i32,
    ) -> Option<Compressed> {
        self.frame.clear();
        self.frame.reserve(zstd::zstd_safe::compress_bound(texts.len()));
        let written = match dictionary {
            Some(dictionary) => {
                self.context.compress_using_cdict(&mut self.frame, texts, dictionary)
            }
            None => self.context.compress(&mut self.frame, texts, level),
        };
        written
            .ok()
            .filter(|written| *written < texts.len() + FRAME_HEADER.len() + BLOCK_HEADER_BYTES)?;
        let compressed = match only_block(&self.frame) {
            Some(block) if texts.len() <= BLOCK_BYTES => {
                Compressed { start: self.frame.len() - block.len(), frame: false }
            }
            _ => Compressed { start: 0, frame: true },
        };
        (self.bytes(compressed).len() < texts.len()).then_some(compressed)
    }

    /// What was compressed last.
    pub fn bytes(&self, compressed: Compressed) -> &[u8] {
        &self.frame[compressed.start..]
    }
}

/// The content of a frame's block, if it has only one, and that is compressed.
fn only_block(frame: &[u8]) -> Option<&[u8]> {
    let descriptor = *frame.get(4)?;
    let single_segment = descriptor & 0x20 != 0;
    let content_size = match (descriptor >> 6, single_segment) {
        (0, false) => 0,
        (0, true) => 1,
        (size, _) => 1 << size,
    };
    let header =
        5 + usize::from(!single_segment) + [0, 1, 2, 4][usize::from(descriptor & 3)] + content_size;
    let block: &[u8; BLOCK_HEADER_BYTES] = frame.get(header..)?.first_chunk()?;
    let block = u32::from_le_bytes([block[0], block[1], block[2], 0]);
    let (last, kind, size) = (block & 1 == 1, block >> 1 & 3, (block >> 3) as usize);
    let content = &frame[header + BLOCK_HEADER_BYTES..];
    (last && kind == COMPRESSED_BLOCK && content.len() == size).then_some(content)
}

/// A context for decompressing, kept between values.
pub struct Decompressor {
    context: DCtx<'static>,
    frame: Vec<u8>,
    pub texts: Vec<u8>,
}

impl Decompressor {
    pub fn new() -> Self {
        Self { context: DCtx::create(), frame: Vec::new(), texts: Vec::new() }
    }

    /// Decompresses a block into `self.texts`; errors stand at `offset`.
    pub fn block(
        &mut self,
        block: &[u8],
        dictionary: Option<&DDict<'static>>,
        offset: usize,
    ) -> Result<()> {
        if block.len() >= BLOCK_BYTES {
            return Err(Error::at(
                ErrorKind::BadCompression,
                offset,
                "a block longer than a block can be",
            ));
        }
        let header = ((block.len() as u32) << 3 | COMPRESSED_BLOCK << 1 | 1).to_le_bytes();
        self.frame.clear();
        self.frame.extend_from_slice(&FRAME_HEADER);
        self.frame.extend_from_slice(&header[..BLOCK_HEADER_BYTES]);
        self.frame.extend_from_slice(block);
        let frame = std::mem::take(&mut self.frame);
        let done = self.decompress(&frame, BLOCK_BYTES, dictionary, offset);
        self.frame = frame;
        done
    }

    /// Decompresses a frame, which says its size, of at most `budget` bytes.
    pub fn whole(
        &mut self,
        frame: &[u8],
        budget: usize,
        dictionary: Option<&DDict<'static>>,
        offset: usize,
    ) -> Result<()> {
        let bad = |context: &str| Error::at(ErrorKind::BadCompression, offset, context);
        let size = match zstd::zstd_safe::get_frame_content_size(frame) {
            Ok(Some(size)) => usize::try_from(size).unwrap_or(usize::MAX),
            _ => return Err(bad("a frame that does not declare its size")),
        };
        if size > budget {
            return Err(Error::at(
                ErrorKind::TooLarge,
                offset,
                "more memory than the limits allow",
            ));
        }
        if !zstd::zstd_safe::find_frame_compressed_size(frame)
            .is_ok_and(|length| length == frame.len())
        {
            return Err(bad("bytes after the frame, or a frame that is cut"));
        }
        self.decompress(frame, size, dictionary, offset)?;
        if self.texts.len() == size {
            Ok(())
        } else {
            Err(bad("a frame whose size differs from the size it declares"))
        }
    }

    fn decompress(
        &mut self,
        frame: &[u8],
        most: usize,
        dictionary: Option<&DDict<'static>>,
        offset: usize,
    ) -> Result<()> {
        self.texts.clear();
        self.texts.reserve(most);
        let done = match dictionary {
            Some(dictionary) => {
                self.context.decompress_using_ddict(&mut self.texts, frame, dictionary)
            }
            None => self.context.decompress(&mut self.texts, frame),
        };
        match done {
            Ok(_) => Ok(()),
            Err(_) => {
                Err(Error::at(ErrorKind::BadCompression, offset, "texts cannot be decompressed"))
            }
        }
    }

    /// Gives back memory that only a large value needed.
    pub fn shrink(&mut self) {
        if self.texts.capacity() > BLOCK_BYTES {
            self.texts = Vec::new();
        }
    }
}
