//! Floats as PHP prints them.

/// The shortest digits that are parsed as this float, laid out as PHP does with
/// `serialize_precision=-1` (main/snprintf.c, `php_gcvt` with 17 digits).
pub fn write_float(out: &mut Vec<u8>, float: f64) {
    /// Integers below this are their own shortest digits.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if float.is_nan() {
        return out.extend_from_slice(b"NAN");
    }
    if float.is_sign_negative() {
        out.push(b'-');
    }
    let float = float.abs();
    if float.is_infinite() {
        return out.extend_from_slice(b"INF");
    }
    if float < EXACT && float.trunc() == float {
        return out.extend_from_slice(itoa::Buffer::new().format(float as u64).as_bytes());
    }
    let mut buffer = zmij::Buffer::new();
    let Digits { digits, count, point } = shortest(buffer.format_finite(float));
    let digits = &digits[..count];
    match point {
        // The whole digits, and zeros up to the point.
        1..=17 if point as usize >= digits.len() => {
            out.extend_from_slice(digits);
            out.resize(out.len() + point as usize - digits.len(), b'0');
        }
        1..=17 => {
            let (whole, fraction) = digits.split_at(point as usize);
            out.extend_from_slice(whole);
            out.push(b'.');
            out.extend_from_slice(fraction);
        }
        -3..=0 => {
            out.extend_from_slice(&b"0.000"[..2 + point.unsigned_abs() as usize]);
            out.extend_from_slice(digits);
        }
        _ => {
            let (first, rest) = digits.split_at(1);
            out.extend_from_slice(first);
            out.push(b'.');
            out.extend_from_slice(if rest.is_empty() { b"0" } else { rest });
            out.extend_from_slice(if point > 0 { b"E+" } else { b"E-" });
            out.extend_from_slice(
                itoa::Buffer::new().format((point - 1).unsigned_abs()).as_bytes(),
            );
        }
    }
}

/// Digits without zeros at either end, and where the point is, counted from before the first.
struct Digits {
    digits: [u8; 32],
    count: usize,
    point: i32,
}

/// The digits of a float that is not 0, from how Rust's libraries write it: with a point, an
/// exponent, or both.
fn shortest(text: &str) -> Digits {
    let (number, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let mut all = Digits { digits: [0; 32], count: 0, point: exponent.parse().unwrap_or(0) };
    let (mut is_whole, mut zeros) = (true, 0);
    for byte in number.bytes() {
        match byte {
            b'.' => is_whole = false,
            b'0' if all.count == 0 => all.point -= i32::from(!is_whole),
            b'0' => {
                zeros += 1;
                all.point += i32::from(is_whole);
            }
            digit => {
                for digit in std::iter::repeat_n(b'0', zeros).chain([digit]) {
                    if let Some(place) = all.digits.get_mut(all.count) {
                        *place = digit;
                        all.count += 1;
                    }
                }
                zeros = 0;
                all.point += i32::from(is_whole);
            }
        }
    }
    all
}
