//! The types of igbinary (`src/php7/igbinary.c`), and the header of version 2.

pub const NULL: u8 = 0x00;
pub const REF_8: u8 = 0x01;
pub const REF_32: u8 = 0x03;
pub const FALSE: u8 = 0x04;
pub const TRUE: u8 = 0x05;
pub const LONG_8P: u8 = 0x06;
pub const LONG_8N: u8 = 0x07;
pub const LONG_16P: u8 = 0x08;
pub const LONG_16N: u8 = 0x09;
pub const LONG_32P: u8 = 0x0A;
pub const LONG_32N: u8 = 0x0B;
pub const DOUBLE: u8 = 0x0C;
pub const STRING_EMPTY: u8 = 0x0D;
pub const STRING_ID_8: u8 = 0x0E;
pub const STRING_ID_32: u8 = 0x10;
pub const STRING_8: u8 = 0x11;
pub const STRING_32: u8 = 0x13;
pub const ARRAY_8: u8 = 0x14;
pub const ARRAY_32: u8 = 0x16;
pub const OBJECT_8: u8 = 0x17;
pub const OBJECT_ID_8: u8 = 0x1A;
pub const OBJECT_ID_32: u8 = 0x1C;
pub const OBJECT_SER_8: u8 = 0x1D;
pub const OBJECT_SER_32: u8 = 0x1F;
pub const LONG_64P: u8 = 0x20;
pub const LONG_64N: u8 = 0x21;
pub const OBJREF_8: u8 = 0x22;
pub const OBJREF_32: u8 = 0x24;
pub const REF: u8 = 0x25;
pub const STRING_64: u8 = 0x26;
pub const ENUM_CASE: u8 = 0x27;

pub const VERSION_2: [u8; 4] = [0, 0, 0, 2];
