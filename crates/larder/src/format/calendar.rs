//! Days and dates of the Gregorian calendar, in the years 0000 to 9999.
//!
//! From a date to its day as in Howard Hinnant's "chrono-compatible low-level date algorithms", in
//! [`parse_date`].

use crate::format::digits::{digits_like, put_two};

/// Dates are counted from 1900-01-01.
pub const DAYS_TO_1970: i64 = 25_567;

pub const DAY_SECONDS: i64 = 86_400;

/// Seconds since 1970 of the years 0000 to 9999.
pub const SECONDS: std::ops::RangeInclusive<i64> = -62_167_219_200..=253_402_300_799;

/// Days since 1900 of the years 0000 to 9999.
pub const DAYS: std::ops::RangeInclusive<i64> = -693_961..=2_958_463;

// From a date to its day as in Howard Hinnant's "chrono-compatible low-level date algorithms", in
// [`parse_date`].

/// Year, month and day of days since 1900-01-01, of [`DAYS`] (Neri and Schneider, "Euclidean affine
/// functions and their application to calendar algorithms").
#[inline]
pub fn civil_from_days(days: i64) -> (u32, u32, u32) {
    // From 1 March of the year -400, so that all that follows is positive; a year begins in March
    // here.
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

pub fn days_in(year: i64, month: i64) -> i64 {
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
    let (tens, ones) =
        (u32::from(text[8].wrapping_sub(b'0')), u32::from(text[9].wrapping_sub(b'0')));
    if tens > 9 || ones > 9 {
        return None;
    }
    let two = |at: usize| u32::from(front[at]) * 10 + u32::from(front[at + 1]);
    let (year, month, day) = (two(0) * 100 + two(2), two(5), tens * 10 + ones);
    if !(1..=12).contains(&month)
        || day == 0
        || day > 28 && i64::from(day) > days_in(i64::from(year), i64::from(month))
    {
        return None;
    }
    // 400 years later, so that nothing is negative.
    let year = if month <= 2 { year + 399 } else { year + 400 };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = year * 365 + year / 4 - year / 100 + year / 400 + day_of_year;
    Some(i64::from(days) - 719_468 - 146_097 + DAYS_TO_1970)
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

/// The day since 1900-01-01 and the second of it, of [`SECONDS`].
#[inline]
pub fn day_and_second(seconds: i64) -> (i32, u32) {
    // From the year 0, so that the division is of positive numbers; as many as fit 40 bits.
    let from = (seconds - SECONDS.start()).cast_unsigned();
    let day = from / DAY_SECONDS.cast_unsigned();
    (day as i32 + *DAYS.start() as i32, (from - day * DAY_SECONDS.cast_unsigned()) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_comes_back() {
        for day in DAYS {
            let text = format_date(day);
            assert_eq!(parse_date(&text), Some(day), "{}", String::from_utf8_lossy(&text));
        }
    }
}
