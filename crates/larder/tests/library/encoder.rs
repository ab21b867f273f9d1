//! What an encoder keeps between values.

use std::sync::Arc;

use larder::{Encoder, Key, Level, Map, Shape, Value};

/// Records of which few have a note, and each note is long.
fn records_with_few_notes() -> Value {
    let shape = Shape::new(None, ["id", "note"].map(Key::from).to_vec()).expect("distinct keys");
    let shape = Arc::new(shape);
    let record = |id: i64| {
        let note = if id % 3 == 0 {
            Value::from(
                format!("the parcel of order {id} was left at the door; ").repeat(3).as_str(),
            )
        } else {
            Value::Null
        };
        Value::Map(Map::new(shape.clone(), vec![Value::Int(id), note]).expect("two values"))
    };
    Value::List((0..10).map(record).collect())
}

#[test]
fn small_compresses_the_same_values_whatever_was_encoded_before() {
    let value = records_with_few_notes();
    let encoder = || Encoder::new().level(Level::Small);
    let mut after_compressed = encoder();
    let text = "again and again, ".repeat(40);
    after_compressed.encode(&Value::from(text.as_str())).expect("a text");
    let mut after_another = encoder();
    after_another.encode(&Value::Int(1)).expect("an integer");

    let bytes = encoder().encode(&value).expect("records");

    assert_eq!(bytes[1] & 2, 2, "the flag of compressed texts");
    assert_eq!(after_compressed.encode(&value).as_ref(), Ok(&bytes));
    assert_eq!(after_another.encode(&value).as_ref(), Ok(&bytes));
}
