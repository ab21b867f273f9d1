//! Kinds: what a host distinguishes and the format does not (docs/FORMAT.md, "Kinds").

use std::sync::Arc;

/// What a value was in the host that wrote it: `Long` or `Integer`, `TreeSet` or `List.of`.
///
/// ```
/// use larder::{Extended, Kind, Value};
///
/// let long = Kind::new(0x03).expect("kinds below 80 hexadecimal have no name");
/// assert_eq!(long.label(), "Long");
/// let value = Value::from(Extended::Kind { kind: long, value: Value::Int(7) });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    number: u8,
    name: Option<Arc<str>>,
}

/// The names that people know kinds by: the first number of a range, and the names from there on.
#[rustfmt::skip]
const LABELS: [(u8, &[&str]); 12] = [
    (0x01, &[
        "Byte", "Short", "Long", "Character", "AtomicInteger", "AtomicLong", "AtomicBoolean",
        "Optional", "OptionalInt", "OptionalLong", "OptionalDouble", "BigInteger", "BitSet",
    ]),
    (0x10, &[
        "Year", "YearMonth", "MonthDay", "OffsetTime", "Period", "ZoneId", "ZoneOffset", "URI", "URL",
        "Currency", "Locale", "TimeZone",
    ]),
    (0x20, &[
        "java.util.Date", "java.sql.Timestamp", "java.sql.Date", "java.sql.Time", "GregorianCalendar",
    ]),
    (0x30, &[
        "LinkedList", "CopyOnWriteArrayList", "Vector", "Stack", "List.of", "Arrays.asList",
        "Collections.unmodifiableList", "Collections.emptyList", "Collections.synchronizedList",
    ]),
    (0x40, &[
        "HashSet", "LinkedHashSet", "TreeSet", "CopyOnWriteArraySet", "ConcurrentSkipListSet", "Set.of",
        "Collections.unmodifiableSet", "ConcurrentHashMap.newKeySet", "Collections.emptySet",
        "Collections.synchronizedSet",
    ]),
    (0x50, &[
        "ArrayDeque", "PriorityQueue", "ConcurrentLinkedQueue", "ConcurrentLinkedDeque",
        "LinkedBlockingDeque", "LinkedBlockingQueue", "PriorityBlockingQueue",
        "Collections.unmodifiableCollection", "Collections.synchronizedCollection",
    ]),
    (0x60, &[
        "TreeMap", "ConcurrentHashMap", "ConcurrentSkipListMap", "Map.of",
        "Collections.unmodifiableMap", "Hashtable", "Properties",
        "Collections.emptyMap", "Collections.synchronizedMap",
    ]),
    (0x6D, &["Comparator.reverseOrder()", "String.CASE_INSENSITIVE_ORDER"]),
    (0x6F, &["Map"]),
    (0x70, &[
        "boolean[]", "short[]", "char[]", "int[]", "long[]", "float[]", "double[]", "String[]",
        "Object[]",
    ]),
    (0x80, &["array", "EnumSet", "EnumMap"]),
    (0x83, &["Map by key"]),
];

impl Kind {
    /// Kinds from here on have a name.
    const NAMED: u8 = 0x80;

    /// The kind of this number; `None` if kinds of this number have a name, those from 80
    /// hexadecimal on.
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::NAMED { Some(Self { number, name: None }) } else { None }
    }

    /// The kind of this number and name; `None` if kinds of this number have no name.
    pub fn named(number: u8, name: Arc<str>) -> Option<Self> {
        (number >= Self::NAMED).then_some(Self { number, name: Some(name) })
    }

    /// Its number.
    pub const fn number(&self) -> u8 {
        self.number
    }

    /// Its name, which a kind has if its number is 80 hexadecimal or more.
    pub fn name(&self) -> Option<&Arc<str>> {
        self.name.as_ref()
    }

    /// What people call it: `Long`, `EnumSet of app.Color`, or `kind 7f` where this release knows
    /// no name.
    pub fn label(&self) -> String {
        let known = LABELS
            .iter()
            .find_map(|(first, labels)| labels.get(usize::from(self.number.checked_sub(*first)?)));
        let label =
            known.map_or_else(|| format!("kind {:02x}", self.number), |label| (*label).to_owned());
        match &self.name {
            Some(name) => format!("{label} of {name}"),
            None => label,
        }
    }
}
