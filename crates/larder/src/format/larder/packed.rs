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

/// The two digits of 0 to 99.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut at = 0;
    while at < 100 {
        pairs[at] = [b'0' + (at / 10) as u8, b'0' + (at % 10) as u8];
        at += 1;
    }
    pairs
};

#[inline]
fn put_two(out: &mut [u8], value: u32) {
    out[..2].copy_from_slice(&PAIRS[value as usize]);
}

// From a date to its day as in Howard Hinnant's "chrono-compatible low-level date algorithms", in [`parse_date`].

/// Year, month and day of days since 1900-01-01, of [`DAYS`] (Neri and Schneider, "Euclidean affine functions and their application to calendar algorithms").
#[inline]
fn civil_from_days(days: i64) -> (u32, u32, u32) {
    // From 1 March of the year -400, so that all that follows is positive; a year begins in March here.
    const DAYS_BEFORE: i64 = 719_468 - DAYS_TO_1970 + 146_097;
    let quarters = 4 * (days + DAYS_BEFORE) as u32 + 3;
    let (century, of_century) = (quarters / 146_097, quarters % 146_097 / 4);
    let product = 2_939_745 * u64::from(4 * of_century + 3);
    let (year, of_year) = ((product >> 32) as u32, product as u32 / 2_939_745 / 4);
    let month = 2_141 * of_year + 197_913;
    let (month, day) = (month >> 16, (month & 0xFFFF) / 2_141 + 1);
    let next_year = of_year >= 306;
    let year = 100 * century + year + u32::from(next_year) - 400;
    (year, if next_year { month - 12 } else { month }, day)
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
#[inline]
pub fn format_date(days: i64) -> [u8; 10] {
    let (year, month, day) = civil_from_days(days);
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

/// The day since 1900-01-01 and the second of it, of [`SECONDS`].
#[inline]
pub fn day_and_second(seconds: i64) -> (i32, u32) {
    // From the year 0, so that the division is of positive numbers; as many as fit 40 bits.
    let from = (seconds - SECONDS.start()).cast_unsigned();
    let day = from / DAY_SECONDS.cast_unsigned();
    (day as i32 + *DAYS.start() as i32, (from - day * DAY_SECONDS.cast_unsigned()) as u32)
}

/// `YYYY-MM-DD HH:MM:SS` of a day's text and a second.
#[inline]
pub fn format_second(date: &[u8; 10], t: bool, second: u32) -> [u8; 19] {
    let mut text = *b"0000-00-00 00:00:00";
    text[..10].copy_from_slice(date);
    if t {
        text[10] = b'T';
    }
    let minutes = second / 60;
    put_two(&mut text[11..], minutes / 60);
    put_two(&mut text[14..], minutes % 60);
    put_two(&mut text[17..], second % 60);
    text
}

/// Writes a date and time, of a day's text and a second; gives the length.
pub fn format_date_time(
    date: &[u8; 10],
    second: u32,
    fraction: u32,
    style: DateTimeStyle,
    out: &mut [u8; DATE_TIME_BYTES],
) -> usize {
    out[..19].copy_from_slice(&format_second(date, style.t, second));
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
        let minutes = u32::from(quarters.unsigned_abs()) * 15;
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
        *pair = PAIRS[(value % 100) as usize];
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

/// A number as text.
pub enum Number {
    /// `-?(0|[1-9][0-9]*)\.[0-9]+`, with 2 to 18 digits in all.
    Decimal { digits: u64, scale: u8, negative: bool },
    /// 3 to [`CHUNK_DIGITS`] digits.
    Digits(u64),
}

/// A decimal's digits, its scale, and whether it is negative.
pub fn parse_decimal(text: &[u8]) -> Option<(u64, u8, bool)> {
    match parse_number(text)? {
        Number::Decimal { digits, scale, negative } => Some((digits, scale, negative)),
        Number::Digits(_) => None,
    }
}

/// Reads text as a number, if it is one.
#[inline]
pub fn parse_number(text: &[u8]) -> Option<Number> {
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
    // 19 digits fit; with the point, there are at most 18.
    if point == usize::MAX {
        return (!negative).then_some(Number::Digits(value));
    }
    if point == 0 || point > 1 && text[0] == b'0' || point + 1 == text.len() {
        return None;
    }
    Some(Number::Decimal { digits: value, scale: (text.len() - 1 - point) as u8, negative })
}

/// The longest text of a decimal number.
pub const DECIMAL_BYTES: usize = 20;
/// One more than the largest digits of a decimal text.
pub const DECIMAL_LIMIT: u64 = 1_000_000_000_000_000_000;

/// Writes a decimal number of a scale of 1 to 17 and digits below [`DECIMAL_LIMIT`]; gives where in `out` it begins.
#[inline]
pub fn format_decimal(digits: u64, scale: u8, negative: bool, out: &mut [u8; DECIMAL_BYTES]) -> usize {
    let mut at = DECIMAL_BYTES - 1 - usize::from(scale);
    let whole = if scale == 2 {
        put_two(&mut out[DECIMAL_BYTES - 2..], (digits % 100) as u32);
        digits / 100
    } else {
        let power = 10u64.pow(u32::from(scale));
        write_digits(digits % power, &mut out[at + 1..]);
        digits / power
    };
    out[at] = b'.';
    at = write_int(whole, &mut out[..at]);
    if negative {
        at -= 1;
        out[at] = b'-';
    }
    at
}

/// Writes an integer to the end of `out`, which has room for it; gives where it begins.
#[inline]
fn write_int(mut value: u64, out: &mut [u8]) -> usize {
    let mut at = out.len();
    while value >= 100 {
        at -= 2;
        put_two(&mut out[at..], (value % 100) as u32);
        value /= 100;
    }
    if value >= 10 {
        at -= 2;
        put_two(&mut out[at..], value as u32);
    } else {
        at -= 1;
        out[at] = b'0' + value as u8;
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
    let half = 0.5f64.copysign(float);
    for (power, scale) in POWERS[..16].iter().zip(0..) {
        let scaled = float * power;
        // Halves away from zero. Where the sum is not exact, the digits may be others; but such are no float's.
        let digits = scaled + half;
        if digits.abs() >= MOST {
            return None;
        }
        let digits = digits as i64;
        // Digits that are the float's differ by less than they are rounded, 2^-4 at most; a division takes long.
        if (scaled - digits as f64).abs() < 0.125 && digits as f64 / power == float {
            return Some((digits, scale));
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

/// What a text may be packed as, for all that its first, its middle and its last byte say.
pub struct MayBe {
    /// A date, a date and time, a decimal or digits.
    pub number: bool,
    /// A UUID, hexadecimal or base64.
    pub digits: bool,
}

/// Looks at a text of one byte or more: most texts can be nothing.
#[inline]
pub fn may_be(text: &[u8]) -> MayBe {
    const LEAST_HEX: usize = 8;
    let length = text.len();
    let kind = |at: usize| PLACES[usize::from(text[at])];
    let first = kind(0);
    if length < LEAST_BASE64 && first & (FIRST_OF_NUMBER | IN_HEX) == 0 {
        return MayBe { number: false, digits: false };
    }
    let last = kind(length - 1);
    let both = first & last;
    MayBe {
        number: first & FIRST_OF_NUMBER != 0 && last & LAST_OF_NUMBER != 0,
        // The middle of a UUID is a hyphen, which is of base64.
        digits: both & (IN_HEX | IN_BASE64) != 0
            && kind(length / 2) & IN_BASE64 != 0
            && length >= if both & IN_HEX != 0 { LEAST_HEX } else { LEAST_BASE64 },
    }
}

const FIRST_OF_NUMBER: u8 = 1;
const LAST_OF_NUMBER: u8 = 2;
const IN_HEX: u8 = 4;
const IN_BASE64: u8 = 8;

/// Where in packed texts a byte may stand.
const PLACES: [u8; 256] = {
    let mut places = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        places[byte] = match byte as u8 {
            b'0'..=b'9' => FIRST_OF_NUMBER | LAST_OF_NUMBER | IN_HEX | IN_BASE64,
            b'-' => FIRST_OF_NUMBER | IN_BASE64,
            // The zone of a date and time.
            b'Z' => LAST_OF_NUMBER | IN_BASE64,
            b'a'..=b'f' | b'A'..=b'F' => IN_HEX | IN_BASE64,
            b'g'..=b'z' | b'G'..=b'Y' | b'+' | b'/' | b'_' => IN_BASE64,
            _ => 0,
        };
        byte += 1;
    }
    places
};

const HEX_LOWER: &[u8; 16] = b"0123456789abcdef";

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
    let cases = |some: &[u8]| some.iter().fold(0, |all, byte| all | HEX_CASES[usize::from(*byte)]);
    // Most texts show in their last bytes that they are none.
    let (last, rest) = (cases(&text[text.len().saturating_sub(2)..]), text.as_chunks::<4>());
    if !text.len().is_multiple_of(2) || text.is_empty() || last & NO_HEX != 0 {
        return None;
    }
    let mut seen = last | cases(rest.1);
    for four in rest.0 {
        seen |= cases(four);
        if seen & NO_HEX != 0 {
            return None;
        }
    }
    let letters = seen & (LOWER_HEX | UPPER_HEX);
    (seen & NO_HEX == 0 && letters != LOWER_HEX | UPPER_HEX).then_some(letters == UPPER_HEX)
}

/// Appends the bytes of hex, of which [`hex_case`] knows that it is.
pub fn write_hex(text: &[u8], out: &mut Vec<u8>) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Eight digits are four bytes, in a word: a letter's low bits are 9 less than its value.
    let bytes = |digits: [u8; 8]| {
        let word = u64::from_le_bytes(digits);
        let values = (word & (15 * EACH)) + (word >> 6 & EACH) * 9;
        let word = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF;
        let word = (word | word >> 8) & 0x0000_FFFF_0000_FFFF;
        ((word | word >> 16) as u32).to_le_bytes()
    };
    out.reserve(text.len() / 2 + size_of::<u32>());
    let (eights, rest) = text.as_chunks();
    for digits in eights {
        out.extend_from_slice(&bytes(*digits));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    out.extend_from_slice(&bytes(last)[..rest.len() / 2]);
}

const LOWER_HEX: u8 = 1;
const UPPER_HEX: u8 = 2;
const NO_HEX: u8 = 4;

/// Of which case a digit is; 0 for both.
const HEX_CASES: [u8; 256] = {
    let mut cases = [NO_HEX; 256];
    let mut at = 0;
    while at < 16 {
        let digit = HEX_LOWER[at];
        cases[digit as usize] = LOWER_HEX;
        cases[digit.to_ascii_uppercase() as usize] = if digit.is_ascii_digit() { 0 } else { UPPER_HEX };
        at += 1;
    }
    cases
};

/// Fills `out`, twice as long as `bytes`.
pub fn format_hex(bytes: &[u8], upper: bool, out: &mut [u8]) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let to_letter = if upper { b'A' - b'9' - 1 } else { b'a' - b'9' - 1 };
    // Four bytes are eight digits, in a word.
    let digits = |bytes: [u8; 4]| {
        let word = u64::from(u32::from_le_bytes(bytes));
        let word = (word | word << 16) & 0x0000_FFFF_0000_FFFF;
        let word = (word | word << 8) & 0x00FF_00FF_00FF_00FF;
        let values = word >> 4 & 0x000F_000F_000F_000F | (word & 0x000F_000F_000F_000F) << 8;
        let letters = (values + 6 * EACH) >> 4 & EACH;
        (values + u64::from(b'0') * EACH + letters * u64::from(to_letter)).to_le_bytes()
    };
    let ((words, rest), (out, out_rest)) = (bytes.as_chunks::<4>(), out.as_chunks_mut::<8>());
    for (word, out) in words.iter().zip(out) {
        *out = digits(*word);
    }
    let mut last = [0; 4];
    last[..rest.len()].copy_from_slice(rest);
    out_rest.copy_from_slice(&digits(last)[..2 * rest.len()]);
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

const BASE64_STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE64_URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// Fewer characters are no base64.
pub const LEAST_BASE64: usize = 16;

/// Whether text is worth six bits a character: long, and of upper and lower case and digits, as random tokens are. `Some(url)` tells which of the two
/// alphabets of RFC 4648.
pub fn base64_alphabet(text: &[u8]) -> Option<bool> {
    if text.len() < LEAST_BASE64 {
        return None;
    }
    let kinds = |four: &[u8; 4]| four.iter().fold(0, |all, byte| all | BASE64[usize::from(*byte)] >> 8);
    // The last four first: in them, most texts show that they are none.
    let mut seen = kinds(text.last_chunk()?);
    for four in text.as_chunks().0 {
        if seen & NONE != 0 {
            return None;
        }
        seen |= kinds(four);
    }
    const MIXED: u16 = UPPER | LOWER | DIGIT;
    let both = seen & (URL | STANDARD) == URL | STANDARD;
    (seen & (MIXED | NONE) == MIXED && !both).then_some(seen & URL != 0)
}

/// Appends base64 text of a known alphabet; four characters are three bytes, most significant first, unused bits zero.
pub fn write_base64(text: &[u8], out: &mut Vec<u8>) {
    let bits = |four: [u8; 4]| four.iter().fold(0, |bits, byte| bits << 6 | u32::from(BASE64[usize::from(*byte)] & 63)) << 8;
    let end = out.len() + base64_bytes(text.len());
    out.reserve(base64_bytes(text.len()) + size_of::<u32>());
    let (groups, rest) = text.as_chunks();
    for four in groups {
        // As a word, of which the first three bytes stay.
        out.extend_from_slice(&bits(*four).to_be_bytes());
        out.pop();
    }
    let mut last = *b"AAAA";
    last[..rest.len()].copy_from_slice(rest);
    out.extend_from_slice(&bits(last).to_be_bytes());
    out.truncate(end);
}

const UPPER: u16 = 1;
const LOWER: u16 = 2;
const DIGIT: u16 = 4;
const URL: u16 = 8;
const STANDARD: u16 = 16;
const NONE: u16 = 32;

/// The six bits of a character, and its kind above them.
const BASE64: [u16; 256] = {
    let mut table = [NONE << 8; 256];
    let mut bits = 0;
    while bits < 64 {
        let standard = BASE64_STANDARD[bits];
        let kind = match standard {
            b'A'..=b'Z' => UPPER,
            b'a'..=b'z' => LOWER,
            b'0'..=b'9' => DIGIT,
            _ => STANDARD,
        };
        table[BASE64_URL[bits] as usize] = bits as u16 | URL << 8;
        table[standard as usize] = bits as u16 | kind << 8;
        bits += 1;
    }
    table
};

pub fn base64_bytes(characters: usize) -> usize {
    characters / 4 * 3 + (characters % 4 * 6).div_ceil(8)
}

/// Fills `out`, of which `bytes` are [`base64_bytes`]; false if unused bits are set.
pub fn format_base64(bytes: &[u8], url: bool, out: &mut [u8]) -> bool {
    let alphabet = if url { BASE64_URL } else { BASE64_STANDARD };
    let character = |value: u32| alphabet[(value & 63) as usize];
    let (out, out_rest) = out.as_chunks_mut::<4>();
    let (groups, rest) = bytes.split_at(3 * out.len());
    for (group, out) in groups.as_chunks::<3>().0.iter().zip(out) {
        let bits = u32::from_be_bytes([0, group[0], group[1], group[2]]);
        *out = [bits >> 18, bits >> 12, bits >> 6, bits].map(character);
    }
    let mut last = [0; 4];
    last[1..=rest.len()].copy_from_slice(rest);
    let bits = u32::from_be_bytes(last);
    let text = [bits >> 18, bits >> 12, bits >> 6].map(character);
    out_rest.copy_from_slice(&text[..out_rest.len()]);
    bits & ((1 << (24 - 6 * out_rest.len())) - 1) == 0
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

const fn wide_code(index: u32) -> u32 {
    let (mut left, mut at) = (index, 0);
    while at < WIDE.len() {
        let (first, count) = WIDE[at];
        if left < count {
            return first + left;
        }
        left -= count;
        at += 1;
    }
    WIDE_SINGLES[left as usize] as u32
}

/// Wide bytes of the first of 64 characters that begin with the same two bytes of three, by the low bits of these; 0 if not all of them can be wide.
const WIDE_OF_64: [u16; 16 << 6] = {
    let mut of_64 = [0; 16 << 6];
    let (mut at, mut from) = (0, 0);
    while at < WIDE.len() {
        let (first, count) = WIDE[at];
        let mut block = first.div_ceil(64);
        while (block + 1) * 64 <= first + count {
            of_64[block as usize] = (0x8000 | (from + block * 64 - first)) as u16;
            block += 1;
        }
        from += count;
        at += 1;
    }
    of_64
};

/// Appends text as ASCII and two-byte characters (Chinese, Korean, kana, their punctuation); false, with `out` as it was, if it has others.
#[inline]
pub fn write_wide(text: &str, out: &mut Vec<u8>) -> bool {
    let start = out.len();
    // Wide text is never longer than UTF-8; whole words are written, the last of them behind the text's end.
    out.resize(start + text.len() + size_of::<u64>(), 0);
    let length = wide_of(text, &mut out[start..]);
    out.truncate(start + length.unwrap_or(0));
    length.is_some()
}

/// Writes the wide bytes of text into `out`, which has room for a word more than the text; gives their length.
pub fn wide_of(text: &str, out: &mut [u8]) -> Option<usize> {
    let (mut rest, mut end) = (text.as_bytes(), 0);
    loop {
        let mut characters = 0;
        for ([first, second, third], wide) in rest.as_chunks::<3>().0.iter().zip(out[end..].as_chunks_mut::<2>().0) {
            let of_64 = WIDE_OF_64[usize::from(first & 0x0F) << 6 | usize::from(second & 0x3F)];
            if first & 0xF0 != 0xE0 || of_64 == 0 {
                break;
            }
            *wide = (of_64 + u16::from(third & 0x3F)).to_be_bytes();
            characters += 1;
        }
        (rest, end) = (&rest[3 * characters..], end + 2 * characters);
        if let [0x80..=0xFF, ..] = rest {
            let character = text[text.len() - rest.len()..].chars().next()?;
            let index = wide_index(character.into())?;
            *out[end..].first_chunk_mut()? = (0x8000 | index as u16).to_be_bytes();
            (rest, end) = (&rest[character.len_utf8()..], end + 2);
        }
        if rest.is_empty() {
            return Some(end);
        }
        let word = first_word(rest);
        let ascii = rest.len().min((word & 0x8080_8080_8080_8080).trailing_zeros() as usize / 8);
        *out[end..].first_chunk_mut()? = word.to_le_bytes();
        (rest, end) = (&rest[ascii..], end + ascii);
    }
}

/// How many of the last first bytes are of ranges of [`WIDE`] that do not begin with a first byte.
const WIDE_MIXED: usize = 3;
/// UTF-8 of a wide character's first byte, and what the second adds to it: three bytes, as a little-endian integer. 0 for [`WIDE_MIXED`].
const WIDE_FIRST: [u32; 256] = {
    let mut first = [0; 256];
    let mut high = 0;
    while high < 0x80 - WIDE_MIXED {
        first[0x80 + high] = utf8_of(wide_code((high as u32) << 8));
        high += 1;
    }
    first
};
const WIDE_SECOND: [u32; 256] = {
    let mut second = [0; 256];
    let mut low = 0;
    while low < 256 {
        second[low] = (low as u32 >> 6) << 8 | (low as u32 & 0x3F) << 16;
        low += 1;
    }
    second
};
/// UTF-8 of the characters of [`WIDE_MIXED`], and how long it is.
const WIDE_LAST: [[(u32, u8); 256]; WIDE_MIXED] = {
    let mut last = [[(0, 0); 256]; WIDE_MIXED];
    let mut at = 0;
    while at < WIDE_MIXED * 256 {
        let code = wide_code(((0x80 - WIDE_MIXED) * 256 + at) as u32);
        last[at / 256][at % 256] = (utf8_of(code), if code < 0x800 { 2 } else { 3 });
        at += 1;
    }
    last
};

/// A character of two or three bytes.
const fn utf8_of(code: u32) -> u32 {
    if code < 0x800 {
        0x80C0 | code >> 6 | (code & 0x3F) << 8
    } else {
        0x80_80E0 | code >> 12 | (code & 0xFC0) << 2 | (code & 0x3F) << 16
    }
}

/// Writes the text of wide bytes into `out`, which grows if it is too short, and stays longer than the text; gives the text's length, or `None` if a
/// character is cut.
pub fn format_wide(bytes: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    if out.len() < wide_room(bytes.len()) {
        out.resize(wide_room(bytes.len()), 0);
    }
    let out = out.as_mut_slice();
    let (mut rest, mut end) = (bytes, 0);
    loop {
        while let Some(([high @ 0x80..=0xFF, low], after)) = rest.split_first_chunk() {
            let window: &mut [u8; 4] = out[end..].first_chunk_mut()?;
            let (mut utf8, mut length) = (WIDE_FIRST[usize::from(*high)], 3);
            if utf8 != 0 {
                utf8 |= WIDE_SECOND[usize::from(*low)];
            } else {
                (utf8, length) = WIDE_LAST[usize::from(*high) - (0x100 - WIDE_MIXED)][usize::from(*low)];
            }
            *window = utf8.to_le_bytes();
            (rest, end) = (after, end + usize::from(length));
        }
        match rest {
            [] => return Some(end),
            [0x80..=0xFF, ..] => return None,
            _ => {}
        }
        let word = first_word(rest);
        let ascii = rest.len().min((word & 0x8080_8080_8080_8080).trailing_zeros() as usize / 8);
        let window: &mut [u8; 8] = out[end..].first_chunk_mut()?;
        *window = word.to_le_bytes();
        (rest, end) = (&rest[ascii..], end + ascii);
    }
}

/// What [`format_wide`] needs for so many bytes: it writes whole words, the last of them behind the text's end.
pub fn wide_room(bytes: usize) -> usize {
    bytes * 3 / 2 + 16
}

/// The first eight bytes, or all, and zeros.
#[inline]
fn first_word(bytes: &[u8]) -> u64 {
    if let Some(word) = bytes.first_chunk() {
        return u64::from_le_bytes(*word);
    }
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => {
            u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << (8 * (bytes.len() - 4))
        }
        _ => bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
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
    /// So many are in one word.
    const AT_ONCE: usize = 9;
    let (mut name, mut read, mut left) = (Vec::new(), 0, count);
    while left > 0 {
        let some = AT_ONCE.min(bytes.len() * 8 / 6 - read);
        if some == 0 {
            return None;
        }
        let mut word = super::bits::unpack(bytes, read * 6, 6 * some as u8);
        for _ in 0..some {
            let value = word & 63;
            (word, read) = (word >> 6, read + 1);
            if value != NAME_END {
                name.push(CHARACTERS[value as usize]);
                continue;
            }
            each(std::str::from_utf8(&name).ok()?);
            name.clear();
            left -= 1;
            if left == 0 {
                break;
            }
        }
    }
    let used = (read * 6).div_ceil(8);
    super::bits::padding_is_zero(&bytes[..used], read, 6).then_some(used)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_texts_come_back() {
        let all: Vec<char> = WIDE
            .iter()
            .flat_map(|(first, count)| (*first..first + count).filter_map(char::from_u32))
            .chain(WIDE_SINGLES.iter().filter_map(|single| char::from_u32(u32::from(*single))))
            .chain((0..0x80).map(char::from))
            .collect();
        let (mut wide, mut out) = (Vec::new(), Vec::new());
        // Neighbours, and characters of all ranges side by side; texts of all lengths up to 24 characters.
        for (stride, length) in [(1, 24), (7919, 24), (13, 3), (1, 1), (104_729, 9), (101, 17), (1009, 4)] {
            for start in 0..all.len() {
                let text: String = (0..start % length + 1).map(|at| all[(start + at * stride) % all.len()]).collect();
                wide.clear();
                assert!(write_wide(&text, &mut wide));
                let end = format_wide(&wide, &mut out).expect("whole characters");
                assert_eq!(std::str::from_utf8(&out[..end]), Ok(text.as_str()));
                if !text.ends_with(|last: char| last.is_ascii()) {
                    assert_eq!(format_wide(&wide[..wide.len() - 1], &mut out), None, "{text}");
                }
            }
        }
    }

    #[test]
    fn every_day_comes_back() {
        for day in DAYS {
            let text = format_date(day);
            assert_eq!(parse_date(&text), Some(day), "{}", String::from_utf8_lossy(&text));
        }
    }

    #[test]
    fn seconds_come_back() {
        for seconds in (*SECONDS.start()..=*SECONDS.end()).step_by(86_400 * 3 + 7_919).chain([*SECONDS.end()]) {
            let (day, second) = day_and_second(seconds);
            let text = format_second(&format_date(i64::from(day)), false, second);
            assert_eq!(parse_date_time(&text), Some((seconds, 0, DateTimeStyle::default())));
        }
    }

    #[test]
    fn digits_hex_and_base64_come_back() {
        let mut text = [0; DECIMAL_BYTES];
        for (digits, scale, negative, expected) in [
            (0, 1, false, "0.0"),
            (5, 2, true, "-0.05"),
            (1234, 2, false, "12.34"),
            (99_999, 3, false, "99.999"),
            (DECIMAL_LIMIT - 1, 17, true, "-9.99999999999999999"),
            (DECIMAL_LIMIT - 1, 1, true, "-99999999999999999.9"),
            (10_000, 2, false, "100.00"),
        ] {
            let start = format_decimal(digits, scale, negative, &mut text);
            assert_eq!(String::from_utf8_lossy(&text[start..]), expected);
        }
        let bytes: Vec<u8> = (0..=255).collect();
        for length in 0..bytes.len() {
            for flag in [false, true] {
                let mut hex = vec![0; 2 * length];
                format_hex(&bytes[..length], flag, &mut hex);
                let mut back = Vec::new();
                write_hex(&hex, &mut back);
                assert_eq!(back, &bytes[..length]);
                assert!(length == 0 || hex_case(&hex) == Some(flag) || hex.iter().all(u8::is_ascii_digit));

                let characters: Vec<u8> =
                    (0..length).map(|at| if flag { BASE64_URL } else { BASE64_STANDARD }[at * 7 % 64]).collect();
                let (mut packed, mut out) = (Vec::new(), vec![0; length]);
                write_base64(&characters, &mut packed);
                assert_eq!(packed.len(), base64_bytes(length));
                assert!(format_base64(&packed, flag, &mut out));
                assert_eq!(out, characters);
            }
        }
    }
}
