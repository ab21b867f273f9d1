//! The examples for people run, and print what they say.

#[allow(dead_code, reason = "main is for people")]
#[path = "../../../../examples/rust/profile.rs"]
mod profile;
#[allow(dead_code, reason = "main is for people")]
#[path = "../../../../examples/rust/read_any.rs"]
mod read_any;
#[allow(dead_code, reason = "main is for people")]
#[path = "../../../../examples/rust/start.rs"]
mod start;

#[test]
fn the_first_value_comes_back() {
    let printed = start::run().expect("the example runs");
    assert!(printed.ends_with(" bytes\nThe value is the same.\n"), "{printed}");
}

#[test]
fn a_value_is_shorter_with_a_profile() {
    let printed = profile::run().expect("the example runs");
    let bytes: Vec<usize> = printed
        .lines()
        .map(|line| line.split_whitespace().rev().nth(1).unwrap().parse().unwrap())
        .collect();
    assert_eq!(bytes.len(), 3, "{printed}");
    assert!(bytes.is_sorted_by(|longer, shorter| longer > shorter), "{printed}");
}

#[test]
fn values_of_other_formats_are_recognised_and_read() {
    let printed = read_any::run().expect("the example runs");
    let starts = ["php, ", "msgpack, ", "json, ", "igbinary, "];
    assert_eq!(printed.lines().count(), starts.len(), "{printed}");
    for (line, start) in printed.lines().zip(starts) {
        assert!(line.starts_with(start), "{printed}");
    }
    assert!(printed.contains(r#"{"id":7,"tags":["new","sale"]}"#), "{printed}");
}
