//! What a hash, list, set, sorted set or stream holds.

use redis::{ConnectionLike, RedisResult};

/// An element of a hash, list, set, sorted set or stream.
pub struct Element {
    /// The field, index, score or stream id that it stands under.
    pub label: Vec<u8>,
    pub bytes: Vec<u8>,
}

/// How many elements a hash, list, set, sorted set or stream has, and at most `most` of them;
/// `None` for the types of modules.
pub fn elements(
    connection: &mut impl ConnectionLike,
    key: &[u8],
    kind: &str,
    most: usize,
) -> RedisResult<Option<(u64, Vec<Element>)>> {
    let mut count = |command: &str| redis::cmd(command).arg(key).query::<u64>(connection);
    let (count, elements) = match kind {
        "hash" => (count("HLEN")?, pairs(scan(connection, "HSCAN", key, 2 * most)?)),
        "list" => {
            let count = count("LLEN")?;
            let values: Vec<Vec<u8>> =
                redis::cmd("LRANGE").arg(key).arg(0).arg(most - 1).query(connection)?;
            let label =
                |(at, bytes): (usize, Vec<u8>)| Element { label: at.to_string().into(), bytes };
            (count, values.into_iter().enumerate().map(label).collect())
        }
        "set" => {
            let count = count("SCARD")?;
            let members = scan(connection, "SSCAN", key, most)?;
            (count, members.into_iter().map(|bytes| Element { label: Vec::new(), bytes }).collect())
        }
        "zset" => {
            let count = count("ZCARD")?;
            let flat: Vec<Vec<u8>> = redis::cmd("ZRANGE")
                .arg(key)
                .arg(0)
                .arg(most - 1)
                .arg("WITHSCORES")
                .query(connection)?;
            let turned = pairs(flat)
                .into_iter()
                .map(|Element { label, bytes }| Element { label: bytes, bytes: label });
            (count, turned.collect())
        }
        "stream" => {
            let count = count("XLEN")?;
            let entries: Vec<(Vec<u8>, Vec<Vec<u8>>)> = redis::cmd("XRANGE")
                .arg(key)
                .arg("-")
                .arg("+")
                .arg("COUNT")
                .arg(most)
                .query(connection)?;
            let mut elements = Vec::new();
            for (id, fields) in entries {
                for Element { label, bytes } in pairs(fields) {
                    elements.push(Element {
                        label: [id.as_slice(), b" ", label.as_slice()].concat(),
                        bytes,
                    });
                }
            }
            (count, elements)
        }
        _ => return Ok(None),
    };
    Ok(Some((count, elements.into_iter().take(most).collect())))
}

/// Values that are asked for at a time.
const PAGE: usize = 500;

/// Shows each value of a key that is there all the time: a string is one, and each value of a hash,
/// each element of another type. Those of module types are not read.
pub fn each_value(
    connection: &mut impl ConnectionLike,
    key: &[u8],
    kind: &str,
    mut see: impl FnMut(&[u8]),
) -> RedisResult<()> {
    let command = match kind {
        "string" => {
            let value: Option<Vec<u8>> = redis::cmd("GET").arg(key).query(connection)?;
            value.iter().for_each(|value| see(value));
            return Ok(());
        }
        // At once: between two pages, an element could move from the second to the first.
        "list" => {
            let values: Vec<Vec<u8>> =
                redis::cmd("LRANGE").arg(key).arg(0).arg(-1).query(connection)?;
            values.iter().for_each(|value| see(value));
            return Ok(());
        }
        "stream" => return each_entry(connection, key, see),
        "hash" => "HSCAN",
        "set" => "SSCAN",
        "zset" => "ZSCAN",
        _ => return Ok(()),
    };
    let mut cursor = 0u64;
    loop {
        let (next, page): (u64, Vec<Vec<u8>>) =
            redis::cmd(command).arg(key).arg(cursor).arg("COUNT").arg(PAGE).query(connection)?;
        match kind {
            "hash" => page.iter().skip(1).step_by(2).for_each(|value| see(value)),
            "zset" => page.iter().step_by(2).for_each(|member| see(member)),
            _ => page.iter().for_each(|member| see(member)),
        }
        cursor = next;
        if cursor == 0 {
            return Ok(());
        }
    }
}

/// Shows the values of all fields of a stream.
fn each_entry(
    connection: &mut impl ConnectionLike,
    key: &[u8],
    mut see: impl FnMut(&[u8]),
) -> RedisResult<()> {
    let mut from = b"-".to_vec();
    loop {
        let entries: Vec<(Vec<u8>, Vec<Vec<u8>>)> = redis::cmd("XRANGE")
            .arg(key)
            .arg(&from)
            .arg("+")
            .arg("COUNT")
            .arg(PAGE)
            .query(connection)?;
        for (_, fields) in &entries {
            fields.iter().skip(1).step_by(2).for_each(|value| see(value));
        }
        match entries.last() {
            Some((last, _)) => from = [b"(", last.as_slice()].concat(),
            None => return Ok(()),
        }
    }
}

/// At least `most` strings of a cursor, or all.
fn scan(
    connection: &mut impl ConnectionLike,
    command: &str,
    key: &[u8],
    most: usize,
) -> RedisResult<Vec<Vec<u8>>> {
    let (mut cursor, mut found) = (0u64, Vec::new());
    loop {
        let (next, mut part): (u64, Vec<Vec<u8>>) =
            redis::cmd(command).arg(key).arg(cursor).arg("COUNT").arg(most).query(connection)?;
        found.append(&mut part);
        cursor = next;
        if cursor == 0 || found.len() >= most {
            return Ok(found);
        }
    }
}

fn pairs(flat: Vec<Vec<u8>>) -> Vec<Element> {
    let mut flat = flat.into_iter();
    let mut pairs = Vec::new();
    while let (Some(label), Some(bytes)) = (flat.next(), flat.next()) {
        pairs.push(Element { label, bytes });
    }
    pairs
}
