//! Dates and times in text (docs/FORMAT.md, "Packed text").

use crate::format::calendar::{DAY_SECONDS, DAYS_TO_1970, parse_date};
use crate::format::digits::{digits_like, put_two, two, write_digits};

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

/// How a date and time is written, beside its seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct DateTimeStyle {
    /// `T` between date and time, where SQL has a space.
    pub t: bool,
    /// Digits of the fraction: 0, 3, 6 or 9.
    pub fraction_digits: u8,
    /// How the zone is written.
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

const MAX_QUARTERS: i8 = 96;

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
        if code > 0x27 || !(-MAX_QUARTERS..=MAX_QUARTERS).contains(&quarters) {
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
    if minutes % 15 != 0 || minutes > 45 || quarters > i64::from(MAX_QUARTERS) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::calendar::{SECONDS, day_and_second, format_date};

    #[test]
    fn seconds_come_back() {
        for seconds in
            (*SECONDS.start()..=*SECONDS.end()).step_by(86_400 * 3 + 7_919).chain([*SECONDS.end()])
        {
            let (day, second) = day_and_second(seconds);
            let text = format_second(&format_date(i64::from(day)), false, second);
            assert_eq!(parse_date_time(&text), Some((seconds, 0, DateTimeStyle::default())));
        }
    }
}
