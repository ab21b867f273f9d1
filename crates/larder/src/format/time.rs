//! Dates and times as ISO 8601 text.

use std::fmt::Write;

use crate::format::{calendar, uuid};
use crate::value::{Extended, Value};

const DAY: i64 = 86_400;
/// From 1900-01-01 to 1970-01-01.
const DAYS_TO_1970: i64 = 25_567;
/// Seconds since 1970 of the years 0000 to 9999.
pub(crate) const YEARS: std::ops::RangeInclusive<i64> = calendar::SECONDS;

/// Days since 1970-01-01 of `YYYY-MM-DD`, if that is a day.
pub(crate) fn parse_date(text: &[u8]) -> Option<i64> {
    calendar::parse_date(text).map(|days| days - DAYS_TO_1970)
}

/// Seconds since midnight of `HH:MM:SS`, if that is a time of day.
pub(crate) fn parse_clock(text: &[u8]) -> Option<i64> {
    let [a, b, b':', c, d, b':', e, f] = *text else { return None };
    if ![a, b, c, d, e, f].iter().all(u8::is_ascii_digit) {
        return None;
    }
    let two = |high: u8, low: u8| i64::from(high - b'0') * 10 + i64::from(low - b'0');
    let (hours, minutes, seconds) = (two(a, b), two(c, d), two(e, f));
    (hours < 24 && minutes < 60 && seconds < 60).then_some(hours * 3600 + minutes * 60 + seconds)
}

/// Nanoseconds of one to nine digits after the point.
pub(crate) fn parse_fraction(digits: &[u8]) -> Option<u32> {
    if !(1..=9).contains(&digits.len()) || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let padded = digits.iter().copied().chain(std::iter::repeat(b'0')).take(9);
    Some(padded.fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0')))
}

/// The text of a date, time or length of time; `None` for anything else.
pub fn iso(value: &Extended<Value>) -> Option<String> {
    let mut text = String::new();
    match value {
        Extended::Date(days) => date(&mut text, i128::from(*days)),
        Extended::Time(nanoseconds) => {
            clock(
                &mut text,
                (nanoseconds / 1_000_000_000) as i64,
                (nanoseconds % 1_000_000_000) as u32,
            );
        }
        Extended::DateTime(seconds, nanoseconds) => date_time(&mut text, *seconds, *nanoseconds),
        Extended::Instant(seconds, nanoseconds) => {
            date_time(&mut text, *seconds, *nanoseconds);
            text.push('Z');
        }
        Extended::Zoned(seconds, nanoseconds, offset, zone) => {
            date_time(&mut text, *seconds, *nanoseconds);
            let minutes = offset.unsigned_abs() / 60;
            let _ = write!(
                text,
                "{}{:02}:{:02}",
                if *offset < 0 { '-' } else { '+' },
                minutes / 60,
                minutes % 60
            );
            if !zone.is_empty() {
                let _ = write!(text, "[{zone}]");
            }
        }
        Extended::Duration(seconds, nanoseconds) => {
            // Seconds and nanoseconds of negative lengths point in two directions: -1.5 s are -2 s
            // and half a second.
            let total = i128::from(*seconds) * 1_000_000_000 + i128::from(*nanoseconds);
            let _ = write!(
                text,
                "{}PT{}",
                if total < 0 { "-" } else { "" },
                total.unsigned_abs() / 1_000_000_000
            );
            fraction(&mut text, (total.unsigned_abs() % 1_000_000_000) as u32);
            text.push('S');
        }
        _ => return None,
    }
    Some(text)
}

fn date_time(text: &mut String, seconds: i64, nanoseconds: u32) {
    date(text, i128::from(seconds.div_euclid(DAY)));
    text.push('T');
    clock(text, seconds.rem_euclid(DAY), nanoseconds);
}

fn clock(text: &mut String, seconds: i64, nanoseconds: u32) {
    let _ = write!(text, "{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    fraction(text, nanoseconds);
}

fn fraction(text: &mut String, nanoseconds: u32) {
    match nanoseconds {
        0 => {}
        _ if nanoseconds.is_multiple_of(1_000_000) => {
            let _ = write!(text, ".{:03}", nanoseconds / 1_000_000);
        }
        _ if nanoseconds.is_multiple_of(1_000) => {
            let _ = write!(text, ".{:06}", nanoseconds / 1_000);
        }
        _ => {
            let _ = write!(text, ".{nanoseconds:09}");
        }
    }
}

/// A day of the Gregorian calendar: Howard Hinnant, "chrono-compatible low-level date algorithms",
/// `civil_from_days`.
fn date(text: &mut String, days: i128) {
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i128::from(month <= 2);
    let _ = match year {
        0..=9999 => write!(text, "{year:04}-{month:02}-{day:02}"),
        10_000.. => write!(text, "+{year}-{month:02}-{day:02}"),
        _ => write!(text, "-{:04}-{month:02}-{day:02}", year.unsigned_abs()),
    };
}

/// A UUID in lower case.
pub fn uuid(uuid: &[u8; 16]) -> String {
    let text = uuid::format_uuid(uuid);
    String::from_utf8_lossy(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_are_iso_8601() {
        let cases = [
            (Extended::Date(0), "1970-01-01"),
            (Extended::Date(-719_528), "0000-01-01"),
            (Extended::Date(2_932_897), "+10000-01-01"),
            (Extended::Date(11_016), "2000-02-29"),
            (Extended::Time(3_661_000_000_001), "01:01:01.000000001"),
            (Extended::DateTime(-1, 500_000_000), "1969-12-31T23:59:59.500"),
            (Extended::Instant(1_541_376_000, 0), "2018-11-05T00:00:00Z"),
            (
                Extended::Zoned(0, 0, -19_800, "Asia/Nowhere".into()),
                "1970-01-01T00:00:00-05:30[Asia/Nowhere]",
            ),
            (Extended::Duration(-2, 500_000_000), "-PT1.500S"),
            (Extended::Duration(90, 0), "PT90S"),
        ];
        for (value, text) in cases {
            assert_eq!(iso(&value).as_deref(), Some(text));
        }
        assert_eq!(parse_date(b"1970-01-02"), Some(1));
        assert_eq!(parse_date(b"2001-02-29"), None);
        assert_eq!(parse_clock(b"23:59:59"), Some(DAY - 1));
        assert_eq!(parse_clock(b"24:00:00"), None);
        assert_eq!(parse_fraction(b"05"), Some(50_000_000));
        assert_eq!(parse_fraction(b"0000000001"), None);
        assert_eq!(iso(&Extended::Date(i64::MIN)).map(|text| text.len() > 10), Some(true));
    }
}
