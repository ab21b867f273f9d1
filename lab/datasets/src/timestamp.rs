//! Dates as databases and feeds write them, from Unix seconds in UTC.

/// 2026-01-01 00:00:00 UTC: the datasets' "today", so that nothing depends on the clock.
pub const BASE: i64 = 1_767_225_600;

pub const DAY: i64 = 86_400;

/// `2026-01-31 23:59:59`
pub fn sql(unix: i64) -> String {
    let (year, month, day) = civil(unix.div_euclid(DAY));
    let second = unix.rem_euclid(DAY);
    format!(
        "{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}",
        second / 3600,
        second / 60 % 60,
        second % 60
    )
}

/// `2026-01-31T23:59:59+00:00`
pub fn iso(unix: i64) -> String {
    sql(unix).replace(' ', "T") + "+00:00"
}

/// Howard Hinnant's `civil_from_days`: days since 1970-01-01 to year, month, day.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unix_seconds_become_the_calendar_date() {
        assert_eq!(sql(0), "1970-01-01 00:00:00");
        assert_eq!(sql(BASE), "2026-01-01 00:00:00");
        assert_eq!(sql(1_709_210_096), "2024-02-29 12:34:56");
        assert_eq!(iso(BASE - 1), "2025-12-31T23:59:59+00:00");
    }
}
