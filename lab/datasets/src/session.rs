//! `session`: what a PHP web shop keeps in its session store for one visitor.

use crate::draw::{Draw, decimal};
use crate::timestamp::{self, BASE, DAY};
use serde_json::{Map, Value, json};

const LOCALES: &[(&str, i64)] = &[
    ("en_US", 38),
    ("en_GB", 14),
    ("de_DE", 18),
    ("fr_FR", 11),
    ("es_ES", 8),
    ("zh_CN", 7),
    ("pl_PL", 4),
];
const PATHS: &[&str] = &[
    "/",
    "/cart",
    "/checkout",
    "/account",
    "/account/orders",
    "/search?q=lamp",
    "/category/kitchen",
    "/category/outdoor?page=2",
    "/product/",
    "/wishlist",
];
const MESSAGES: &[(&str, &str)] = &[
    ("success", "The item was added to your cart."),
    ("success", "Welcome back!"),
    ("info", "Your cart was merged with an earlier one."),
    ("error", "This voucher is no longer valid."),
    ("info", "Prices in your cart have changed."),
];
const PREFIXES: &[&str] = &["KIT", "OUT", "LMP", "BOO", "TOY", "GRD", "OFC"];

pub fn value(draw: &mut Draw, index: u32) -> Value {
    let started = BASE + 60 * DAY + i64::from(index) * 7 + draw.int(0..7);
    let last_activity =
        started + draw.weighted(&[(0, 2), (60, 3), (900, 3), (5400, 1)]) + draw.int(0..600);
    let known = draw.chance(62);

    let mut session = Map::new();
    session.insert("_token".into(), draw.alphanumeric(40).into());
    session.insert("previous".into(), url(draw).into());
    session.insert("_flash".into(), flash(draw));
    session
        .insert("user_id".into(), if known { draw.int(1000..480_000).into() } else { Value::Null });
    if known {
        let (first, last) = (draw.first_name(), draw.last_name());
        let mut login = json!({
            "name": format!("{first} {last}"),
            "email": draw.email(&first, &last),
            "method": draw.weighted(&[("password", 70), ("google", 15), ("apple", 8), ("passkey", 7)]),
            "at": timestamp::sql(started + draw.int(0..60)),
            "remember": draw.chance(40),
        });
        if draw.chance(25) {
            login["two_factor"] = draw.chance(90).into();
        }
        session.insert("login".into(), login);
        session.insert("roles".into(), roles(draw));
    }
    session.insert("locale".into(), draw.weighted(LOCALES).into());
    session.insert("ip".into(), ip(draw).into());
    session.insert("user_agent".into(), user_agent(draw).into());
    session.insert("started".into(), started.into());
    session.insert("last_activity".into(), last_activity.into());
    session.insert("cart".into(), cart(draw));
    if known {
        session.insert("preferences".into(), preferences(draw));
    }
    Value::Object(session)
}

fn url(draw: &mut Draw) -> String {
    let path = draw.pick(PATHS);
    let number =
        if path == "/product/" { draw.int(100..60_000).to_string() } else { String::new() };
    format!("https://shop.example.com{path}{number}")
}

fn flash(draw: &mut Draw) -> Value {
    if draw.chance(85) {
        return json!([]);
    }
    let (level, text) = draw.pick(MESSAGES);
    json!([{"level": level, "text": text}])
}

fn roles(draw: &mut Draw) -> Value {
    match draw.int(0..100) {
        0..88 => json!(["customer"]),
        88..95 => json!(["customer", "reviewer"]),
        95..99 => json!(["customer", "wholesale"]),
        _ => json!(["customer", "editor", "admin"]),
    }
}

/// From the ranges that RFC 5737 and RFC 3849 keep for documentation.
fn ip(draw: &mut Draw) -> String {
    if draw.chance(25) {
        return format!("2001:db8:{}:{}::{}", draw.hex(4), draw.hex(3), draw.hex(2));
    }
    format!("{}.{}", draw.pick(&["192.0.2", "198.51.100", "203.0.113"]), draw.int(1..255))
}

fn user_agent(draw: &mut Draw) -> String {
    let chrome = draw.int(128..143);
    let firefox = draw.int(128..146);
    match draw.int(0..10) {
        0..3 => format!(
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{chrome}.0.0.0 Safari/537.36"
        ),
        3..5 => format!(
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{chrome}.0.0.0 Mobile Safari/537.36"
        ),
        5..7 => format!(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_{0} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.{0} Mobile/15E148 Safari/604.1",
            draw.int(0..7)
        ),
        7 => format!(
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:{firefox}.0) Gecko/20100101 Firefox/{firefox}.0"
        ),
        8 => format!(
            "Mozilla/5.0 (X11; Linux x86_64; rv:{firefox}.0) Gecko/20100101 Firefox/{firefox}.0"
        ),
        _ => format!(
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.{} Safari/605.1.15",
            draw.int(0..7)
        ),
    }
}

fn cart(draw: &mut Draw) -> Value {
    let count = draw.weighted(&[(0, 45), (1, 26), (2, 15), (3, 9), (4, 5)]);
    let items = (0..count).map(|_| {
        json!({
            "sku": format!("{}-{:05}", draw.pick(PREFIXES), draw.int(1..60_000)),
            "qty": draw.weighted(&[(1, 80), (2, 15), (3, 3), (10, 2)]),
            "price": decimal(draw.int(2..180) * 100 + draw.pick(&[99, 90, 50, 0])),
        })
    });
    Value::Array(items.collect())
}

fn preferences(draw: &mut Draw) -> Value {
    let mut preferences = Map::new();
    preferences.insert("theme".into(), draw.pick(&["light", "light", "dark", "auto"]).into());
    preferences.insert("per_page".into(), draw.pick(&[24, 24, 24, 48, 96]).into());
    preferences.insert("newsletter".into(), draw.chance(30).into());
    if draw.chance(30) {
        preferences.insert("sort".into(), draw.pick(&["price_asc", "newest", "rating"]).into());
    }
    Value::Object(preferences)
}
