//! Packed text: dates, digits, hex and the like, each only where the very bytes come back (docs/FORMAT.md, "Packed text").

/// Dates are counted from 1900-01-01.
const DAYS_TO_1970: i64 = 25_567;
const DAY_SECONDS: i64 = 86_400;
/// Seconds since 1970 of the years 0000 to 9999.
pub const SECONDS: std::ops::RangeInclusive<i64> = -62_167_219_200..=253_402_300_799;
/// Days since 1900 of the years 0000 to 9999.
pub const DAYS: std::ops::RangeInclusive<i64> = -693_961..=2_958_463;

fn digit(byte: u8) -> Option<i64> {
    let digit = byte.wrapping_sub(b'0');
    (digit < 10).then_some(i64::from(digit))
}

fn two(text: &[u8]) -> Option<i64> {
    Some(digit(text[0])? * 10 + digit(text[1])?)
}

fn put_two(out: &mut [u8], value: i64) {
    out[0] = b'0' + (value / 10) as u8;
    out[1] = b'0' + (value % 10) as u8;
}

// Both ways as in Howard Hinnant's "chrono-compatible low-level date algorithms".

fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days - era * 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day_of_year - (153 * shifted + 2) / 5 + 1)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 => 28 + i64::from(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1900-01-01 of `YYYY-MM-DD`, if that is a day.
#[inline]
pub fn parse_date(text: &[u8]) -> Option<i64> {
    let text: &[u8; 10] = text.try_into().ok()?;
    let front = digits_like(*text.first_chunk()?, *b"0000-00-")?;
    let (tens, ones) = (u32::from(text[8].wrapping_sub(b'0')), u32::from(text[9].wrapping_sub(b'0')));
    if tens > 9 || ones > 9 {
        return None;
    }
    let two = |at: usize| u32::from(front[at]) * 10 + u32::from(front[at + 1]);
    let (year, month, day) = (two(0) * 100 + two(2), two(5), tens * 10 + ones);
    if !(1..=12).contains(&month) || day == 0 || day > 28 && i64::from(day) > days_in(i64::from(year), i64::from(month)) {
        return None;
    }
    // 400 years later, so that nothing is negative.
    let year = if month <= 2 { year + 399 } else { year + 400 };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = year * 365 + year / 4 - year / 100 + year / 400 + day_of_year;
    Some(i64::from(days) - 719_468 - 146_097 + DAYS_TO_1970)
}

/// The digits of eight bytes that are digits where the template has 0, and else what it has; 0 there.
#[inline]
fn digits_like(text: [u8; 8], template: [u8; 8]) -> Option<[u8; 8]> {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    // Where the template has a digit: up to nine stays below the high bit.
    let (mut most, mut exact) = ([0; 8], [0; 8]);
    for at in 0..8 {
        if template[at] == b'0' {
            most[at] = 0x7F - 9;
        } else {
            exact[at] = 0xFF;
        }
    }
    let word = u64::from_le_bytes(text) ^ u64::from_le_bytes(template);
    let beyond = (word & !HIGH).wrapping_add(u64::from_le_bytes(most)) | word;
    (beyond & HIGH == 0 && word & u64::from_le_bytes(exact) == 0).then(|| word.to_le_bytes())
}

/// The day of a text that was parsed last: in a column, many are of one day.
#[derive(Default)]
pub struct LastDate {
    text: [u8; 10],
    days: i64,
}

impl LastDate {
    #[inline]
    fn parse(&mut self, text: &[u8; 10]) -> Option<i64> {
        if self.text != *text {
            self.days = parse_date(text)?;
            self.text = *text;
        }
        Some(self.days)
    }
}

/// `YYYY-MM-DD` of a day of [`DAYS`].
pub fn format_date(days: i64) -> [u8; 10] {
    let (year, month, day) = civil_from_days(days - DAYS_TO_1970);
    let mut text = *b"0000-00-00";
    put_two(&mut text, year / 100);
    put_two(&mut text[2..], year % 100);
    put_two(&mut text[5..], month);
    put_two(&mut text[8..], day);
    text
}

/// How a date and time is written, beside its seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct DateTimeStyle {
    /// `T` between date and time, where SQL has a space.
    pub t: bool,
    /// Digits of the fraction: 0, 3, 6 or 9.
    pub fraction_digits: u8,
    /// What stands for the zone.
    pub zone: Zone,
}

/// The end of a date and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Zone {
    /// Nothing.
    #[default]
    None,
    /// `Z`.
    Z,
    /// `+00:00`, as PHP's `DATE_ATOM` writes UTC.
    Utc,
    /// `+HH:MM`, in quarters of an hour, at most 24 hours.
    Colon(i8),
    /// `+HHMM`, in quarters of an hour.
    Compact(i8),
}

const MOST_QUARTERS: i8 = 96;

impl DateTimeStyle {
    /// Bit 0: `T`; bits 1 and 2: a third of the fraction's digits; bits 3 to 5: the zone.
    pub fn code(self) -> u8 {
        let zone = match self.zone {
            Zone::None => 0,
            Zone::Z => 1,
            Zone::Utc => 2,
            Zone::Colon(_) => 3,
            Zone::Compact(_) => 4,
        };
        u8::from(self.t) | ((self.fraction_digits / 3) << 1) | (zone << 3)
    }

    /// The style of a code and, where [`DateTimeStyle::has_offset`], an offset.
    pub fn from_code(code: u8, quarters: i8) -> Option<Self> {
        if code > 0x27 || !(-MOST_QUARTERS..=MOST_QUARTERS).contains(&quarters) {
            return None;
        }
        let zone = match code >> 3 {
            0 => Zone::None,
            1 => Zone::Z,
            2 => Zone::Utc,
            3 => Zone::Colon(quarters),
            _ => Zone::Compact(quarters),
        };
        Some(Self { t: code & 1 != 0, fraction_digits: (code >> 1 & 3) * 3, zone })
    }

    pub fn has_offset(code: u8) -> bool {
        code >> 3 >= 3
    }

    /// Quarters of an hour, where it has an offset.
    pub fn offset(self) -> Option<i8> {
        match self.zone {
            Zone::Colon(quarters) | Zone::Compact(quarters) => Some(quarters),
            Zone::None | Zone::Z | Zone::Utc => None,
        }
    }
}

/// Bytes of a fraction of 0, 3, 6 or 9 digits.
pub fn fraction_bytes(digits: u8) -> usize {
    [0, 2, 3, 4][usize::from(digits / 3)]
}

/// One more than the largest fraction.
pub fn fraction_limit(digits: u8) -> u32 {
    10u32.pow(u32::from(digits))
}

/// Seconds since 1970-01-01 00:00:00 of the digits as they stand, the fraction and the style.
pub fn parse_date_time(text: &[u8]) -> Option<(i64, u32, DateTimeStyle)> {
    parse_next_date_time(text, &mut LastDate::default())
}

/// As [`parse_date_time`], of many.
#[inline]
pub fn parse_next_date_time(text: &[u8], last: &mut LastDate) -> Option<(i64, u32, DateTimeStyle)> {
    if text.len() < 19 || !matches!(text[10], b' ' | b'T') {
        return None;
    }
    let days = last.parse(text.first_chunk()?)? - DAYS_TO_1970;
    let clock = digits_like(*text[11..].first_chunk::<8>()?, *b"00:00:00")?;
    let two_of = |at: usize| i64::from(clock[at]) * 10 + i64::from(clock[at + 1]);
    let (hour, minute, second) = (two_of(0), two_of(3), two_of(6));
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let mut style = DateTimeStyle { t: text[10] == b'T', ..DateTimeStyle::default() };
    let (mut rest, mut fraction) = (&text[19..], 0);
    if let Some((b'.', after)) = rest.split_first() {
        let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if !matches!(digits, 3 | 6 | 9) {
            return None;
        }
        fraction = after[..digits].iter().fold(0, |sum, byte| sum * 10 + u32::from(byte - b'0'));
        style.fraction_digits = digits as u8;
        rest = &after[digits..];
    }
    style.zone = match *rest {
        [] => Zone::None,
        [b'Z'] => Zone::Z,
        [b'+', b'0', b'0', b':', b'0', b'0'] => Zone::Utc,
        [sign, h1, h2, b':', m1, m2] => Zone::Colon(quarters(sign, [h1, h2], [m1, m2])?),
        [sign, h1, h2, m1, m2] => Zone::Compact(quarters(sign, [h1, h2], [m1, m2])?),
        _ => return None,
    };
    Some((days * DAY_SECONDS + hour * 3600 + minute * 60 + second, fraction, style))
}

fn quarters(sign: u8, hours: [u8; 2], minutes: [u8; 2]) -> Option<i8> {
    let (hours, minutes) = (two(&hours)?, two(&minutes)?);
    let quarters = hours * 4 + minutes / 15;
    if minutes % 15 != 0 || minutes > 45 || quarters > i64::from(MOST_QUARTERS) {
        return None;
    }
    match sign {
        b'+' => Some(quarters as i8),
        b'-' if quarters > 0 => Some(-(quarters as i8)),
        _ => None,
    }
}

/// The longest text of a date and time.
pub const DATE_TIME_BYTES: usize = 35;

/// Writes a date and time of [`SECONDS`]; gives the length.
pub fn format_date_time(seconds: i64, fraction: u32, style: DateTimeStyle, out: &mut [u8; DATE_TIME_BYTES]) -> usize {
    let (days, second) = (seconds.div_euclid(DAY_SECONDS), seconds.rem_euclid(DAY_SECONDS));
    out[..10].copy_from_slice(&format_date(days + DAYS_TO_1970));
    out[10] = if style.t { b'T' } else { b' ' };
    put_two(&mut out[11..], second / 3600);
    out[13] = b':';
    put_two(&mut out[14..], second / 60 % 60);
    out[16] = b':';
    put_two(&mut out[17..], second % 60);
    let mut at = 19;
    let digits = usize::from(style.fraction_digits);
    if digits > 0 {
        out[at] = b'.';
        write_digits(u64::from(fraction), &mut out[at + 1..at + 1 + digits]);
        at += 1 + digits;
    }
    if style.zone == Zone::Z {
        out[at] = b'Z';
        at += 1;
    }
    if style.zone == Zone::Utc {
        out[at..at + 6].copy_from_slice(b"+00:00");
        at += 6;
    }
    if let Some(quarters) = style.offset() {
        let minutes = i64::from(quarters).abs() * 15;
        out[at] = if quarters < 0 { b'-' } else { b'+' };
        put_two(&mut out[at + 1..], minutes / 60);
        at += 3;
        if matches!(style.zone, Zone::Colon(_)) {
            out[at] = b':';
            at += 1;
        }
        put_two(&mut out[at..], minutes % 60);
        at += 2;
    }
    at
}

/// Fills `out` with the digits of `value`, zeros in front.
pub fn write_digits(mut value: u64, out: &mut [u8]) {
    // Divisions depend on one another: two digits at a time halve them.
    let (rest, pairs) = out.as_rchunks_mut::<2>();
    for pair in pairs.iter_mut().rev() {
        let two = (value % 100) as u8;
        *pair = [b'0' + two / 10, b'0' + two % 10];
        value /= 100;
    }
    for byte in rest {
        *byte = b'0' + (value % 10) as u8;
        value /= 10;
    }
}

/// Digits in eight bytes.
pub const CHUNK_DIGITS: usize = 19;

/// Bytes that `digits` (at most 19) digits take.
pub fn digits_bytes(digits: usize) -> usize {
    [0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 8, 8][digits]
}

pub fn parse_digits(text: &[u8]) -> Option<u64> {
    text.iter().try_fold(0, |sum: u64, byte| Some(sum * 10 + digit(*byte)?.cast_unsigned()))
}

/// A decimal number as text, `-?(0|[1-9][0-9]*)\.[0-9]+`, with 2 to 18 digits in all: its digits, its scale, and whether it is negative.
pub fn parse_decimal(text: &[u8]) -> Option<(u64, u8, bool)> {
    let (negative, text) = match text.split_first()? {
        (b'-', rest) => (true, rest),
        _ => (false, text),
    };
    if !(3..=19).contains(&text.len()) {
        return None;
    }
    let (mut value, mut point) = (0u64, usize::MAX);
    for (at, byte) in text.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            value = value * 10 + u64::from(digit);
        } else if *byte == b'.' && point == usize::MAX {
            point = at;
        } else {
            return None;
        }
    }
    // At most 19 digits fit; with the point, there are at most 18.
    if point == usize::MAX || point == 0 || point > 1 && text[0] == b'0' || point + 1 == text.len() {
        return None;
    }
    Some((value, (text.len() - 1 - point) as u8, negative))
}

/// The longest text of a decimal number.
pub const DECIMAL_BYTES: usize = 20;
/// One more than the largest digits of a decimal text.
pub const DECIMAL_LIMIT: u64 = 1_000_000_000_000_000_000;

/// Writes a decimal number of a scale of 1 to 17 and digits below [`DECIMAL_LIMIT`]; gives where in `out` it begins.
pub fn format_decimal(digits: u64, scale: u8, negative: bool, out: &mut [u8; DECIMAL_BYTES]) -> usize {
    let power = 10u64.pow(u32::from(scale));
    let (mut whole, fraction) = (digits / power, digits % power);
    let mut at = DECIMAL_BYTES - usize::from(scale);
    write_digits(fraction, &mut out[at..]);
    at -= 1;
    out[at] = b'.';
    loop {
        at -= 1;
        out[at] = b'0' + (whole % 10) as u8;
        whole /= 10;
        if whole == 0 {
            break;
        }
    }
    if negative {
        at -= 1;
        out[at] = b'-';
    }
    at
}

/// An integer as text, without needless zeros or a plus.
pub fn parse_int(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text.split_first()? {
        (b'-', rest) => (true, rest),
        _ => (false, text),
    };
    let canonical = (1..=18).contains(&digits.len()) && (digits[0] != b'0' || digits.len() == 1 && !negative);
    let value = if canonical { parse_digits(digits)?.cast_signed() } else { return None };
    Some(if negative { -value } else { value })
}

/// The digits of a float: `float == digits / 10^scale`, exactly, with the smallest scale.
pub fn decimal_float(float: f64) -> Option<(i64, u8)> {
    const MOST: f64 = (1u64 << 48) as f64;
    if float == 0.0 {
        return float.is_sign_positive().then_some((0, 0));
    }
    if !float.is_finite() {
        return None;
    }
    for (power, scale) in POWERS[..16].iter().zip(0..) {
        let scaled = (float * power).round();
        if scaled.abs() >= MOST {
            return None;
        }
        if scaled / power == float {
            return Some((scaled as i64, scale));
        }
    }
    None
}

/// `digits / 10^scale`; both are floats exactly, so that the quotient is the nearest float.
pub fn float_of_decimal(digits: i64, scale: u8) -> Option<f64> {
    let power = POWERS.get(usize::from(scale))?;
    (digits.unsigned_abs() <= 1 << 53).then(|| digits as f64 / power)
}

#[rustfmt::skip]
pub const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

const HEX_LOWER: &[u8; 16] = b"0123456789abcdef";
const HEX_UPPER: &[u8; 16] = b"0123456789ABCDEF";

fn hex_digit(byte: u8, upper: bool) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' if !upper => Some(byte - b'a' + 10),
        b'A'..=b'F' if upper => Some(byte - b'A' + 10),
        _ => None,
    }
}

/// Whether all of `text` is hex in one case, of an even length: `Some(upper)`.
pub fn hex_case(text: &[u8]) -> Option<bool> {
    // Most texts show in their last bytes that they are none.
    if !text.len().is_multiple_of(2) || !text.last()?.is_ascii_hexdigit() || !text.first()?.is_ascii_hexdigit() {
        return None;
    }
    let upper = text.iter().find(|byte| !byte.is_ascii_digit()).is_some_and(u8::is_ascii_uppercase);
    text.iter().all(|byte| hex_digit(*byte, upper).is_some()).then_some(upper)
}

/// Appends the bytes of hex of which [`hex_case`] is known.
pub fn write_hex(text: &[u8], upper: bool, out: &mut Vec<u8>) {
    let value = |byte| hex_digit(byte, upper).unwrap_or(0);
    out.extend(text.as_chunks::<2>().0.iter().map(|pair| value(pair[0]) << 4 | value(pair[1])));
}

pub fn format_hex(bytes: &[u8], upper: bool, out: &mut Vec<u8>) {
    let digits = if upper { HEX_UPPER } else { HEX_LOWER };
    for byte in bytes {
        out.extend([digits[usize::from(byte >> 4)], digits[usize::from(byte & 15)]]);
    }
}

/// Where a UUID has its hyphens.
const HYPHENS: [usize; 4] = [8, 13, 18, 23];

/// A UUID in lower case.
pub fn parse_uuid(text: &[u8]) -> Option<[u8; 16]> {
    if text.len() != 36 || HYPHENS.iter().any(|at| text[*at] != b'-') {
        return None;
    }
    let mut digits = text.iter().enumerate().filter(|(at, _)| !HYPHENS.contains(at)).map(|(_, byte)| hex_digit(*byte, false));
    let mut uuid = [0; 16];
    for byte in &mut uuid {
        *byte = digits.next()?? << 4 | digits.next()??;
    }
    Some(uuid)
}

pub fn format_uuid(uuid: &[u8; 16]) -> [u8; 36] {
    let mut text = [b'-'; 36];
    let mut at = 0;
    for byte in uuid {
        if HYPHENS.contains(&at) {
            at += 1;
        }
        text[at] = HEX_LOWER[usize::from(byte >> 4)];
        text[at + 1] = HEX_LOWER[usize::from(byte & 15)];
        at += 2;
    }
    text
}

const BASE64: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const BASE64_VALUES: [u8; 256] = {
    let mut values = [0xFF; 256];
    let mut at = 0;
    while at < BASE64.len() {
        values[BASE64[at] as usize] = at as u8;
        at += 1;
    }
    values[b'+' as usize] = 62;
    values[b'/' as usize] = 63;
    values[b'-' as usize] = 62;
    values[b'_' as usize] = 63;
    values
};
/// Fewer characters are no base64.
pub const LEAST_BASE64: usize = 16;

/// Whether text is worth six bits a character: long, and of upper and lower case and digits, as random tokens are. `Some(url)` tells which of the two
/// alphabets of RFC 4648.
pub fn base64_alphabet(text: &[u8]) -> Option<bool> {
    if text.len() < LEAST_BASE64 {
        return None;
    }
    let mut seen = 0;
    for byte in text {
        let kind = BASE64_KINDS[usize::from(*byte)];
        if kind == 0 {
            return None;
        }
        seen |= kind;
    }
    const MIXED: u8 = UPPER | LOWER | DIGIT;
    let both = seen & (URL | STANDARD) == URL | STANDARD;
    (seen & MIXED == MIXED && !both).then_some(seen & URL != 0)
}

const UPPER: u8 = 1;
const LOWER: u8 = 2;
const DIGIT: u8 = 4;
const URL: u8 = 8;
const STANDARD: u8 = 16;

const BASE64_KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b'A'..=b'Z' => UPPER,
            b'a'..=b'z' => LOWER,
            b'0'..=b'9' => DIGIT,
            b'-' | b'_' => URL,
            b'+' | b'/' => STANDARD,
            _ => 0,
        };
        byte += 1;
    }
    kinds
};

pub fn base64_bytes(characters: usize) -> usize {
    characters / 4 * 3 + (characters % 4 * 6).div_ceil(8)
}

/// Appends base64 text of a known alphabet; four characters are three bytes, most significant first, unused bits zero.
pub fn write_base64(text: &[u8], out: &mut Vec<u8>) {
    for group in text.chunks(4) {
        let bits = group.iter().fold(0u32, |bits, byte| bits << 6 | u32::from(BASE64_VALUES[usize::from(*byte)]))
            << (6 * (4 - group.len()));
        out.extend_from_slice(&bits.to_be_bytes()[1..1 + base64_bytes(group.len())]);
    }
}

/// Appends the text; false if unused bits are set.
pub fn format_base64(bytes: &[u8], characters: usize, url: bool, out: &mut Vec<u8>) -> bool {
    let character = |value: u32| match value & 63 {
        62 if url => b'-',
        62 => b'+',
        63 if url => b'_',
        63 => b'/',
        value => BASE64[value as usize],
    };
    let mut left = characters;
    for group in bytes.chunks(3) {
        let mut word = [0; 4];
        word[1..=group.len()].copy_from_slice(group);
        let bits = u32::from_be_bytes(word);
        let count = left.min(4);
        let text = [bits >> 18, bits >> 12, bits >> 6, bits].map(character);
        out.extend_from_slice(&text[..count]);
        if count < 4 && bits & ((1 << (6 * (4 - count))) - 1) != 0 {
            return false;
        }
        left -= count;
    }
    true
}

/// Two bytes a character: ranges of (first character, how many).
const WIDE: [(u32, u32); 5] = [(0x4E00, 20_992), (0xAC00, 11_172), (0x3000, 256), (0xFF00, 240), (0x2010, 96)];
/// And single characters after them.
const WIDE_SINGLES: [u16; 12] = [0xA5, 0xB0, 0xB1, 0xB7, 0xD7, 0xF7, 0x20AC, 0x2103, 0x2116, 0x2122, 0x2192, 0x2605];
const WIDE_SINGLES_FROM: u32 = 32_756;

fn wide_index(code: u32) -> Option<u32> {
    let mut from = 0;
    for (first, count) in WIDE {
        if code.wrapping_sub(first) < count {
            return Some(from + code - first);
        }
        from += count;
    }
    WIDE_SINGLES.iter().position(|single| u32::from(*single) == code).map(|at| WIDE_SINGLES_FROM + at as u32)
}

#[cold]
fn wide_character(index: u32) -> char {
    let mut left = index;
    for (first, count) in WIDE {
        if left < count {
            return char::from_u32(first + left).unwrap_or(char::REPLACEMENT_CHARACTER);
        }
        left -= count;
    }
    char::from_u32(u32::from(WIDE_SINGLES[left as usize])).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Appends text as ASCII and two-byte characters (Chinese, Korean, kana, their punctuation); false, with `out` as it was, if it has others.
pub fn write_wide(text: &str, out: &mut Vec<u8>) -> bool {
    let start = out.len();
    // Wide text is never longer than UTF-8.
    out.reserve(text.len());
    let mut rest = text.as_bytes();
    loop {
        match *rest {
            [] => return true,
            [byte @ ..0x80, ref after @ ..] => {
                out.push(byte);
                rest = after;
            }
            [first @ 0xE3..=0xEF, second, third, ref after @ ..] => {
                let code = u32::from(first & 0x0F) << 12 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F);
                let chinese = code.wrapping_sub(WIDE[0].0);
                let index = if chinese < WIDE[0].1 { Some(chinese) } else { wide_index(code) };
                let Some(index) = index else { break };
                out.extend_from_slice(&(0x8000 | index as u16).to_be_bytes());
                rest = after;
            }
            _ => break,
        }
    }
    // Characters of other lengths, or none that can be wide.
    for character in text[text.len() - rest.len()..].chars() {
        if character.is_ascii() {
            out.push(character as u8);
        } else if let Some(index) = wide_index(character.into()) {
            out.extend_from_slice(&(0x8000 | index as u16).to_be_bytes());
        } else {
            out.truncate(start);
            return false;
        }
    }
    true
}

/// Appends the text of wide bytes; false if a character is cut.
pub fn format_wide(mut bytes: &[u8], out: &mut String) -> bool {
    out.reserve_exact(bytes.len() * 3 / 2);
    loop {
        match *bytes {
            [] => return true,
            [byte @ ..0x80, ref rest @ ..] => {
                out.push(char::from(byte));
                bytes = rest;
            }
            [high, low, ref rest @ ..] => {
                let index = u32::from(high & 0x7F) << 8 | u32::from(low);
                // Chinese first: it is the first range, and by far the most frequent.
                let chinese = if index < WIDE[0].1 { char::from_u32(WIDE[0].0 + index) } else { None };
                out.push(chinese.unwrap_or_else(|| wide_character(index)));
                bytes = rest;
            }
            [_] => return false,
        }
    }
}

const NAME_END: u64 = 63;

fn name_value(byte: u8) -> Option<u64> {
    Some(u64::from(match byte {
        b'a'..=b'z' => byte - b'a',
        b'A'..=b'Z' => byte - b'A' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'_' => 62,
        _ => return None,
    }))
}

/// Whether a name is of ASCII letters, digits and `_` alone.
pub fn is_packable_name(name: &str) -> bool {
    name.bytes().all(|byte| name_value(byte).is_some())
}

/// Bytes of names with so many characters in all.
pub fn names_bytes(names: usize, characters: usize) -> usize {
    ((names + characters) * 6).div_ceil(8)
}

/// Appends names of six bits a character, each ended by 63, the lowest bits first.
pub fn write_names<'n>(names: impl Iterator<Item = &'n str>, out: &mut Vec<u8>) {
    let values = names.flat_map(|name| name.bytes().filter_map(name_value).chain([NAME_END]));
    super::bits::pack(values, 6, out);
}

/// Reads names until `each` has had `count`; gives the bytes they took, or `None` if these end before, or bits after the last are not zero.
pub fn read_names(bytes: &[u8], count: usize, mut each: impl FnMut(&str)) -> Option<usize> {
    const CHARACTERS: &[u8; 63] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    let (mut name, mut read, mut left) = (String::new(), 0, count);
    while left > 0 {
        if read * 6 + 6 > bytes.len() * 8 {
            return None;
        }
        let value = super::bits::unpack(bytes, read * 6, 6);
        read += 1;
        if value == NAME_END {
            each(&name);
            name.clear();
            left -= 1;
        } else {
            name.push(char::from(CHARACTERS[value as usize]));
        }
    }
    let used = (read * 6).div_ceil(8);
    super::bits::padding_is_zero(&bytes[..used], read, 6).then_some(used)
}
