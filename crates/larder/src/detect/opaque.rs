//! Formats that only their own libraries read, as they need the classes: recognised by how they
//! begin.

/// The name of such a format, and why.
pub struct Opaque {
    pub name: &'static str,
    pub reason: String,
    /// Whether a name of a class stands where this format has one.
    pub named: bool,
}

/// What bytes may be, besides the formats that are read here.
pub fn opaque(bytes: &[u8]) -> Vec<Opaque> {
    [kryo(bytes), fst(bytes), jsonb(bytes), fory(bytes), protobuf(bytes)]
        .into_iter()
        .flatten()
        .collect()
}

fn is_class_name(name: &[u8]) -> bool {
    let [first, ..] = name else { return false };
    let part = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'$' | b'_' | b'-' | b';' | b'[')
    };
    name.len() >= 2
        && (first.is_ascii_alphabetic() || matches!(first, b'_' | b'['))
        && name.iter().all(part)
}

/// Kryo, without registration: the id 1 (a name follows), the name's number 0, and the name in
/// ASCII, of which the last byte has its high bit set (`DefaultClassResolver.writeName`,
/// `Output.writeString`).
fn kryo(bytes: &[u8]) -> Option<Opaque> {
    let name = bytes.strip_prefix(&[1, 0])?;
    let last = name.iter().take(512).position(|byte| *byte >= 0x80)?;
    let name = [&name[..last], &[name[last] & 0x7F]].concat();
    is_class_name(&name).then(|| Opaque {
        name: "kryo",
        reason: format!(
            "a class by name, {}, as Kryo without registration writes it",
            String::from_utf8_lossy(&name)
        ),
        named: true,
    })
}

/// FST: an object (0) of a class by name (1), the length of the name, and the name
/// (`FSTObjectOutput`, `FSTClazzNameRegistry`).
fn fst(bytes: &[u8]) -> Option<Opaque> {
    let [0, 1, length, name @ ..] = bytes else { return None };
    let name = name.get(..usize::from(*length))?;
    is_class_name(name).then(|| Opaque {
        name: "fst",
        reason: format!("a class by name, {}, as FST writes it", String::from_utf8_lossy(name)),
        named: true,
    })
}

/// Fastjson2's JSONB: 92 before the name of a type, as a short text (49 and its length).
fn jsonb(bytes: &[u8]) -> Option<Opaque> {
    let [0x92, length @ 0x4A..=0x78, name @ ..] = bytes else { return None };
    let name = name.get(..usize::from(length - 0x49))?;
    is_class_name(name).then(|| Opaque {
        name: "fastjson2-jsonb",
        reason: format!(
            "a class by name, {}, as Fastjson2's JSONB writes it",
            String::from_utf8_lossy(name)
        ),
        named: true,
    })
}

/// Apache Fory's Java format: a header without flags, and a value that is not null and not met
/// before (FF).
fn fory(bytes: &[u8]) -> Option<Opaque> {
    let fits = matches!(bytes, [0 | 2, 0xFF, _, _, ..]);
    fits.then(|| Opaque {
        name: "fory",
        reason: "begins as Apache Fory's Java format may".into(),
        named: false,
    })
}

/// Protocol Buffers, which Protostuff writes as well: fields with a number and a kind, to the very
/// end.
fn protobuf(bytes: &[u8]) -> Option<Opaque> {
    const MIN_FIELDS: usize = 2;
    let (mut rest, mut fields) = (bytes, 0);
    while !rest.is_empty() {
        let (tag, after) = varint(rest)?;
        if !(1..=0xFFFF).contains(&(tag >> 3)) {
            return None;
        }
        rest = match tag & 7 {
            0 => varint(after)?.1,
            1 => after.get(8..)?,
            2 => {
                let (length, after) = varint(after)?;
                after.get(usize::try_from(length).ok()?..)?
            }
            5 => after.get(4..)?,
            _ => return None,
        };
        fields += 1;
    }
    (fields >= MIN_FIELDS).then(|| Opaque {
        name: "protobuf",
        reason: format!(
            "{fields} fields of Protocol Buffers or Protostuff, without their names, to the last \
             byte"
        ),
        named: false,
    })
}

fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = 0;
    for (at, byte) in bytes.iter().take(10).enumerate() {
        value |= u64::from(byte & 0x7F).checked_shl(7 * at as u32)?;
        if *byte < 0x80 {
            return Some((value, &bytes[at + 1..]));
        }
    }
    None
}
