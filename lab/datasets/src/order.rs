//! `order`: an order as a shop's entities hold it: the order, its customer, one or two addresses,
//! and its lines. All fields are there; many are null.
//!
//! In PHP the values are objects of the classes in `php/lab/src/Shop`, whose properties are these
//! fields. On the JVM they are objects of classes that the runner generates.

use crate::draw::Draw;
use crate::timestamp::{self, BASE, DAY};
use serde_json::{Value, json};

const STATUSES: &[(&str, i64)] =
    &[("delivered", 55), ("shipped", 12), ("paid", 10), ("pending", 12), ("cancelled", 11)];
const PLACES: &[(&str, &str, &str)] = &[
    ("20095", "Hamburg", "DE"),
    ("69002", "Lyon", "FR"),
    ("31-042", "Kraków", "PL"),
    ("3511", "Utrecht", "NL"),
    ("LS1 4DY", "Leeds", "GB"),
    ("4000-322", "Porto", "PT"),
    ("8010", "Graz", "AT"),
    ("97204", "Portland", "US"),
];
const STREETS: &[&str] = &[
    "Harbour Street",
    "Market Square",
    "Mill Lane",
    "Station Road",
    "Church Street",
    "Lindenweg",
    "Rue de la Gare",
    "Dorpsstraat",
    "Park Avenue",
    "Garden Way",
];
const GOODS: &[&str] = &[
    "desk lamp",
    "saucepan",
    "linen shirt",
    "USB-C charger",
    "garden hose",
    "wool jumper",
    "kettle",
    "rain jacket",
    "power bank",
    "mixing bowl",
    "hand trowel",
    "floor lamp",
];
const PREFIXES: &[&str] = &["LMP", "KIT", "CLO", "ELE", "GRD"];
const VARIANTS: &[&str] = &["black", "white", "navy", "S", "M", "L", "20 cm", "24 cm"];
const NOTES: &[&str] =
    &["Please ring twice.", "Leave it with the neighbours.", "Invoice to the office, please."];
const COUPONS: &[&str] = &["WELCOME10", "SPRING26", "FREESHIP", "VIP-20"];
const LOCALES: &[&str] = &["en_GB", "de_DE", "fr_FR", "pl_PL", "nl_NL"];

pub fn value(draw: &mut Draw, index: u32) -> Value {
    let id = 200_000 + i64::from(index);
    let created = BASE + 700 * i64::from(index) + draw.int(0..700);
    let status = draw.weighted(STATUSES);
    let paid = (status != "pending").then(|| created + draw.int(5..2 * DAY));
    let sent = matches!(status, "delivered" | "shipped");
    let sent = paid.filter(|_| sent).map(|paid| paid + draw.int(3600..3 * DAY));
    let count = draw.weighted(&[(1, 40), (2, 26), (3, 15), (4, 9), (6, 6), (12, 4)]);
    let lines: Vec<Value> = (0..count).map(|_| line(draw, sent)).collect();
    let sum: i64 = lines
        .iter()
        .filter_map(|line| Some(line["price"].as_i64()? * line["quantity"].as_i64()?))
        .sum();
    let (first, last) = (draw.first_name(), draw.last_name());
    let shipping = draw.pick(&[0, 390, 490, 690]);
    json!({
        "id": id,
        "number": format!("2026-{id:07}"),
        "status": status,
        "currency": draw.weighted(&[("EUR", 80), ("GBP", 12), ("USD", 8)]),
        "customer": customer(draw, &first, &last),
        "address": address(draw, &first, &last),
        "billing": draw.chance(15).then(|| address(draw, &first, &last)),
        "lines": lines,
        "subtotal": sum,
        "shipping": shipping,
        "total": sum + shipping,
        "weightKg": draw.chance(60).then(|| draw.int(1..900) as f64 / 100.0),
        "coupon": draw.chance(14).then(|| draw.pick(COUPONS)),
        "note": draw.chance(8).then(|| draw.pick(NOTES)),
        "giftMessage": draw.chance(4).then_some("With love from all of us"),
        "tracking": sent.map(|_| format!("00{}", draw.chars(b"0123456789", 18))),
        "invoice": paid.map(|_| format!("R{}-{:06}", 2026, id - 150_000)),
        "createdAt": timestamp::sql(created),
        "paidAt": paid.map(timestamp::sql),
        "shippedAt": sent.map(timestamp::sql),
        "cancelledAt": (status == "cancelled").then(|| timestamp::sql(created + 3 * DAY)),
    })
}

fn customer(draw: &mut Draw, first: &str, last: &str) -> Value {
    let company = draw.chance(12);
    json!({
        "id": draw.int(1000..480_000),
        "email": draw.email(first, last),
        "firstName": first,
        "lastName": last,
        "company": company.then(|| format!("{last} Ltd")),
        "vatId": company.then(|| format!("DE{}", draw.chars(b"0123456789", 9))),
        "phone": phone(draw, 45),
        "birthday": draw.chance(20)
            .then(|| timestamp::sql(BASE - draw.int(18 * 365..70 * 365) * DAY)[..10].to_owned()),
        "locale": draw.pick(LOCALES),
        "newsletter": draw.chance(30),
        "group": draw.chance(10).then_some("wholesale"),
        "lastLogin": draw.chance(70).then(|| timestamp::sql(BASE - draw.int(0..300 * DAY))),
    })
}

fn address(draw: &mut Draw, first: &str, last: &str) -> Value {
    let (postcode, city, country) = draw.pick(PLACES);
    json!({
        "name": format!("{first} {last}"),
        "company": draw.chance(10).then(|| format!("{last} Ltd")),
        "street": format!("{} {}", draw.pick(STREETS), draw.int(1..220)),
        "street2": draw.chance(9).then(|| format!("Floor {}", draw.int(1..9))),
        "postcode": postcode,
        "city": city,
        "state": (country == "US").then_some("OR"),
        "country": country,
        "phone": phone(draw, 20),
    })
}

fn line(draw: &mut Draw, sent: Option<i64>) -> Value {
    json!({
        "productId": draw.int(10_000..60_000),
        "sku": format!("{}-{:05}", draw.pick(PREFIXES), draw.int(1..60_000)),
        "title": draw.pick(GOODS),
        "variant": draw.chance(35).then(|| draw.pick(VARIANTS)),
        "quantity": draw.weighted(&[(1, 80), (2, 14), (3, 4), (10, 2)]),
        "price": draw.int(3..260) * 100 + draw.pick(&[99, 95, 90, 50, 0]),
        "taxRate": draw.weighted(&[(0.19, 80), (0.07, 15), (0.0, 5)]),
        "discount": draw.chance(18).then(|| draw.int(1..20) * 50),
        "note": draw.chance(3).then_some("gift wrap"),
        "returnedAt": sent.filter(|_| draw.chance(6))
            .map(|sent| timestamp::sql(sent + draw.int(2..14) * DAY)),
        "serial": draw.chance(8).then(|| draw.alphanumeric(12)),
    })
}

/// From the range that the German regulator keeps for fiction.
fn phone(draw: &mut Draw, percent: i64) -> Option<String> {
    draw.chance(percent).then(|| format!("+49 40 66969{}", draw.chars(b"0123456789", 3)))
}
