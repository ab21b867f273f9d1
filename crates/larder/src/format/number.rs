//! Integers beyond 64 bits and decimal numbers, as bytes and as digits.

use num_bigint::BigInt;

/// Digits beyond this are not converted: the time goes with their square.
pub const MAX_DIGITS: usize = 10_000;

/// Two's complement, highest byte first, without bytes that say nothing.
pub fn shortest(mut bytes: &[u8]) -> &[u8] {
    while let [first @ (0x00 | 0xFF), second, ..] = bytes
        && first >> 7 == second >> 7
    {
        bytes = &bytes[1..];
    }
    bytes
}

/// The integer of shortest two's complement, if 64 bits hold it.
pub fn small(bytes: &[u8]) -> Option<i64> {
    let fill = match bytes.first() {
        Some(0x80..) => 0xFF,
        _ => 0,
    };
    let mut word = [fill; 8];
    word.get_mut(8usize.checked_sub(bytes.len())?..)?.copy_from_slice(bytes);
    Some(i64::from_be_bytes(word))
}

/// The shortest two's complement of an unsigned integer.
pub fn unsigned(int: u64) -> Box<[u8]> {
    let mut bytes = [0; 9];
    bytes[1..].copy_from_slice(&int.to_be_bytes());
    shortest(&bytes).into()
}

/// The shortest two's complement of a sign and a magnitude, highest byte first.
pub fn signed(negative: bool, magnitude: &[u8]) -> Box<[u8]> {
    let sign = if negative { num_bigint::Sign::Minus } else { num_bigint::Sign::Plus };
    BigInt::from_bytes_be(sign, magnitude).to_signed_bytes_be().into()
}

/// The shortest two's complement of decimal digits, with `-` before negative ones; `None` for
/// anything else, and for more than [`MAX_DIGITS`].
pub fn parse(digits: &[u8]) -> Option<Box<[u8]>> {
    let unsigned = digits.strip_prefix(b"-").unwrap_or(digits);
    if unsigned.is_empty()
        || unsigned.len() > MAX_DIGITS
        || !unsigned.iter().all(u8::is_ascii_digit)
    {
        return None;
    }
    Some(BigInt::parse_bytes(digits, 10)?.to_signed_bytes_be().into())
}

/// Decimal digits of two's complement; `None` if they may be more than [`MAX_DIGITS`].
pub fn digits(bytes: &[u8]) -> Option<String> {
    // A byte is 2.41 digits.
    (bytes.len() <= MAX_DIGITS * 2 / 5).then(|| BigInt::from_signed_bytes_be(bytes).to_string())
}

/// The digits of an integer divided by ten to the power of `scale`, as Java's
/// `BigDecimal.toPlainString` has them for small scales; else with an exponent.
pub fn decimal(unscaled: &[u8], scale: i32) -> Option<String> {
    let digits = digits(unscaled)?;
    if scale == 0 {
        return Some(digits);
    }
    if !(0..=1000).contains(&scale) {
        return Some(format!("{digits}E{}", -i64::from(scale)));
    }
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", digits.as_str()),
    };
    let scale = scale.unsigned_abs() as usize;
    let padded = format!("{digits:0>width$}", width = scale + 1);
    let (whole, fraction) = padded.split_at(padded.len() - scale);
    Some(format!("{sign}{whole}.{fraction}"))
}

/// The integer and the scale of a decimal number in digits, as Java's `BigDecimal` reads it.
pub fn parse_decimal(text: &str) -> Option<(Box<[u8]>, i32)> {
    let (number, exponent) = match text.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let scale = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
    if number.len() > MAX_DIGITS || fraction.starts_with(['-', '+']) {
        return None;
    }
    let digits = format!("{}{fraction}", whole.strip_prefix('+').unwrap_or(whole));
    Some((parse(digits.as_bytes())?, scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_keep_their_value_whatever_their_length() {
        for int in [0, 1, -1, 127, 128, -128, -129, 255, 256, i64::MAX, i64::MIN] {
            assert_eq!(small(shortest(&int.to_be_bytes())), Some(int));
            let longer =
                [[if int < 0 { 0xFF } else { 0 }; 3].as_slice(), &int.to_be_bytes()].concat();
            assert_eq!(small(shortest(&longer)), Some(int));
            assert_eq!(
                parse(int.to_string().as_bytes()).as_deref(),
                Some(shortest(&int.to_be_bytes()))
            );
            assert_eq!(digits(shortest(&int.to_be_bytes())), Some(int.to_string()));
        }
        assert_eq!(small(&unsigned(u64::MAX)), None);
        assert_eq!(digits(&unsigned(u64::MAX)), Some(u64::MAX.to_string()));
        assert_eq!(&*signed(true, &[0x80]), &[0x80]);
        assert_eq!(&*signed(false, &[0x80]), &[0x00, 0x80]);
    }

    #[test]
    fn decimals_keep_their_scale() {
        for (text, scale) in [("0.00", 2), ("-0.5", 1), ("1234.567", 3), ("7", 0), ("1E5", -5)] {
            let (unscaled, read) = parse_decimal(text).unwrap();
            assert_eq!(read, scale);
            assert_eq!(decimal(&unscaled, scale).unwrap(), text);
        }
        assert_eq!(parse_decimal("1.-5"), None);
        assert_eq!(parse_decimal(""), None);
    }
}
