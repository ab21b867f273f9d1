//! `rows-1000`: one page of an orders table, as PDO with native types returns it (`SELECT … ORDER
//! BY id LIMIT 1000`).
//!
//! Integers are ints, DECIMAL and DATETIME columns are strings, TINYINT(1) is 0 or 1. Rows follow
//! the rules that real ones do: ids and creation times grow together with gaps, a customer who
//! orders again keeps the email, states that were not reached have no time, and taxes follow from
//! totals.

use crate::draw::{Draw, decimal};
use crate::timestamp::{self, BASE, DAY};
use serde_json::{Value, json};

const CUSTOMERS: u32 = 40_000;
const STATUSES: &[(&str, i64)] = &[
    ("delivered", 60),
    ("shipped", 12),
    ("processing", 9),
    ("pending", 7),
    ("cancelled", 8),
    ("refunded", 4),
];
const COUPONS: &[&str] = &["WELCOME10", "SPRING26", "FREESHIP", "BLACKWEEK", "VIP-20", "NEWS5"];

pub fn value(draw: &mut Draw, index: u32) -> Value {
    let mut id = 200_000 + 37_000 * i64::from(index) + draw.int(0..900);
    let mut created = BASE + 11 * DAY * i64::from(index) + draw.int(0..DAY);
    let rows = (0..1000).map(|_| {
        id += draw.weighted(&[(1, 90), (2, 7), (3, 2), (9, 1)]);
        created += draw.int(2..70) * draw.pick(&[1, 1, 2, 5, 9]);
        row(draw, id, created)
    });
    Value::Array(rows.collect())
}

fn row(draw: &mut Draw, id: i64, created: i64) -> Value {
    let customer = customer(draw);
    let status = draw.weighted(STATUSES);
    let paid = match status {
        "pending" => false,
        "cancelled" => draw.chance(30),
        _ => true,
    };
    let paid_at =
        created + draw.weighted(&[(0, 1), (40, 6), (3000, 2), (2 * DAY, 1)]) + draw.int(5..240);
    let updated = match status {
        "pending" => created,
        "processing" => paid_at,
        _ => paid_at.max(created) + draw.int(3600..9 * DAY),
    };
    let total = match draw.int(0..4) {
        0 => draw.int(5..120) * 100 + 99,
        1 => draw.int(8..300) * 100 + 90,
        2 => draw.int(10..900) * 50,
        _ => draw.int(450..48_000),
    };
    let tax_percent = draw.weighted(&[(19, 80), (7, 15), (0, 5)]);
    json!({
        "id": id,
        "customer_id": customer,
        "status": status,
        "total": decimal(total),
        "tax": decimal((total * tax_percent + (100 + tax_percent) / 2) / (100 + tax_percent)),
        "items": draw.weighted(&[(1, 46), (2, 25), (3, 14), (4, 8), (5, 4), (7, 2), (12, 1)]),
        "email": email(customer),
        "coupon": if draw.chance(14) { draw.pick(COUPONS).into() } else { Value::Null },
        "is_gift": i64::from(draw.chance(6)),
        "paid_at": if paid { timestamp::sql(paid_at).into() } else { Value::Null },
        "created_at": timestamp::sql(created),
        "updated_at": timestamp::sql(updated),
    })
}

/// Half of the orders are from the tenth of the customers that order often.
fn customer(draw: &mut Draw) -> u32 {
    let often = draw.chance(50);
    let first = draw.int(0..i64::from(if often { CUSTOMERS / 10 } else { CUSTOMERS })) as u32;
    1000 + first
}

fn email(customer: u32) -> String {
    let mut draw = Draw::entity(4, customer);
    let (first, last) = (draw.first_name(), draw.last_name());
    draw.email(&first, &last)
}
