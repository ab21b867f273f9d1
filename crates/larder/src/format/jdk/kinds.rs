//! The classes of the JDK that are known, by their names and fields.

use crate::kind;

/// What the class of a proxy is called.
pub const PROXY: &str = "java.lang.reflect.Proxy";

/// What is known of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    Other,
    Boolean,
    Byte,
    Character,
    Double,
    Float,
    Integer,
    Long,
    Short,
    BigDecimal,
    BigInteger,
    Uuid,
    Locale,
    Uri,
    /// What all of `java.time` is replaced by.
    Time,
    Date,
    SqlDate,
    Timestamp,
    AtomicInt,
    AtomicLong,
    /// A list whose data is a number and then its values; the bytes of the number.
    Counted,
    /// A list whose field `elementData` has its values, and more.
    Vector,
    PriorityQueue,
    HashSet,
    TreeSet,
    /// Maps whose data ends in a number, and then keys and values.
    HashMap,
    TreeMap,
    EnumMap,
    IdentityHashMap,
    ConcurrentMap,
    SkipListMap,
    /// A hash map that keeps an order.
    LinkedHashMap,
    Properties,
    /// What `List.of` and its like are replaced by.
    Immutable,
    /// What an `EnumSet` is replaced by.
    EnumSet,
    EmptyList,
    EmptyMap,
    SingletonList,
    SingletonMap,
    /// Fields that all are one and the same value, or the wrapper itself (as its own lock).
    Wrapper,
}

type Fields = &'static [(u8, &'static str)];

impl ClassKind {
    /// The kind of a class of this name and these fields. Whether it writes more than its fields
    /// depends on the release, for some.
    pub fn of<'n>(name: &str, fields: impl ExactSizeIterator<Item = (u8, &'n str)>) -> Self {
        let Some((kind, known)) = known(name) else { return Self::Other };
        if fields.len() == known.len() && fields.zip(known).all(|(field, known)| field == *known) {
            kind
        } else {
            Self::Other
        }
    }

    /// A list, set or map that writes its values one after another.
    pub fn is_collection(self) -> bool {
        matches!(
            self,
            Self::Counted
                | Self::Vector
                | Self::PriorityQueue
                | Self::HashSet
                | Self::TreeSet
                | Self::HashMap
                | Self::TreeMap
                | Self::EnumMap
                | Self::IdentityHashMap
                | Self::ConcurrentMap
                | Self::SkipListMap
        )
    }
}

/// The kind of a class, and its fields: type and name, in the order in which they are written.
fn known(name: &str) -> Option<(ClassKind, Fields)> {
    let simple = name.strip_prefix("java.")?;
    Some(match simple {
        "lang.Boolean" => (ClassKind::Boolean, &[(b'Z', "value")]),
        "lang.Byte" => (ClassKind::Byte, &[(b'B', "value")]),
        "lang.Character" => (ClassKind::Character, &[(b'C', "value")]),
        "lang.Double" => (ClassKind::Double, &[(b'D', "value")]),
        "lang.Float" => (ClassKind::Float, &[(b'F', "value")]),
        "lang.Integer" => (ClassKind::Integer, &[(b'I', "value")]),
        "lang.Long" => (ClassKind::Long, &[(b'J', "value")]),
        "lang.Short" => (ClassKind::Short, &[(b'S', "value")]),
        "math.BigDecimal" => (ClassKind::BigDecimal, &[(b'I', "scale"), (b'L', "intVal")]),
        "math.BigInteger" => (
            ClassKind::BigInteger,
            &[
                (b'I', "bitCount"),
                (b'I', "bitLength"),
                (b'I', "firstNonzeroByteNum"),
                (b'I', "lowestSetBit"),
                (b'I', "signum"),
                (b'[', "magnitude"),
            ],
        ),
        "net.URI" => (ClassKind::Uri, &[(b'L', "string")]),
        "sql.Date" | "sql.Time" => (ClassKind::SqlDate, &[]),
        "sql.Timestamp" => (ClassKind::Timestamp, &[(b'I', "nanos")]),
        "time.Ser" => (ClassKind::Time, &[]),
        "util.ArrayDeque" | "util.LinkedList" | "util.concurrent.CopyOnWriteArrayList" => {
            (ClassKind::Counted, &[])
        }
        "util.ArrayList" => (ClassKind::Counted, &[(b'I', "size")]),
        "util.Arrays$ArrayList" => (ClassKind::Wrapper, &[(b'[', "a")]),
        "util.CollSer" => (ClassKind::Immutable, &[(b'I', "tag")]),
        "util.Date" => (ClassKind::Date, &[]),
        "util.EnumMap" => (ClassKind::EnumMap, &[(b'L', "keyType")]),
        "util.EnumSet$SerializationProxy" => {
            (ClassKind::EnumSet, &[(b'L', "elementType"), (b'[', "elements")])
        }
        "util.HashMap" | "util.Hashtable" => {
            (ClassKind::HashMap, &[(b'F', "loadFactor"), (b'I', "threshold")])
        }
        "util.HashSet" => (ClassKind::HashSet, &[]),
        "util.IdentityHashMap" => (ClassKind::IdentityHashMap, &[(b'I', "size")]),
        "util.LinkedHashMap" => (ClassKind::LinkedHashMap, &[(b'Z', "accessOrder")]),
        "util.Locale" => (
            ClassKind::Locale,
            &[
                (b'I', "hashcode"),
                (b'L', "country"),
                (b'L', "extensions"),
                (b'L', "language"),
                (b'L', "script"),
                (b'L', "variant"),
            ],
        ),
        "util.PriorityQueue" => (ClassKind::PriorityQueue, &[(b'I', "size"), (b'L', "comparator")]),
        "util.Properties" => (ClassKind::Properties, &[(b'L', "defaults")]),
        "util.TreeMap" => (ClassKind::TreeMap, &[(b'L', "comparator")]),
        "util.TreeSet" => (ClassKind::TreeSet, &[]),
        "util.UUID" => (ClassKind::Uuid, &[(b'J', "leastSigBits"), (b'J', "mostSigBits")]),
        "util.Vector" => (
            ClassKind::Vector,
            &[(b'I', "capacityIncrement"), (b'I', "elementCount"), (b'[', "elementData")],
        ),
        "util.concurrent.ConcurrentHashMap" => (
            ClassKind::ConcurrentMap,
            &[(b'I', "segmentMask"), (b'I', "segmentShift"), (b'[', "segments")],
        ),
        "util.concurrent.ConcurrentSkipListMap" => {
            (ClassKind::SkipListMap, &[(b'L', "comparator")])
        }
        "util.concurrent.ConcurrentSkipListSet" => (ClassKind::Wrapper, &[(b'L', "m")]),
        "util.concurrent.CopyOnWriteArraySet" => (ClassKind::Wrapper, &[(b'L', "al")]),
        "util.concurrent.atomic.AtomicBoolean" | "util.concurrent.atomic.AtomicInteger" => {
            (ClassKind::AtomicInt, &[(b'I', "value")])
        }
        "util.concurrent.atomic.AtomicLong" => (ClassKind::AtomicLong, &[(b'J', "value")]),
        "util.concurrent.atomic.AtomicReference" => (ClassKind::Wrapper, &[(b'L', "value")]),
        _ => return known_of_collections(simple.strip_prefix("util.Collections$")?),
    })
}

/// The same for classes within `java.util.Collections`.
fn known_of_collections(simple: &str) -> Option<(ClassKind, Fields)> {
    Some(match simple {
        "EmptyList" | "EmptySet" => (ClassKind::EmptyList, &[]),
        "EmptyMap" => (ClassKind::EmptyMap, &[]),
        "SetFromMap" => (ClassKind::Wrapper, &[(b'L', "m")]),
        "SingletonList" | "SingletonSet" => (ClassKind::SingletonList, &[(b'L', "element")]),
        "SingletonMap" => (ClassKind::SingletonMap, &[(b'L', "k"), (b'L', "v")]),
        "SynchronizedCollection" => (ClassKind::Wrapper, &[(b'L', "c"), (b'L', "mutex")]),
        "SynchronizedMap" => (ClassKind::Wrapper, &[(b'L', "m"), (b'L', "mutex")]),
        "SynchronizedList" | "UnmodifiableList" => (ClassKind::Wrapper, &[(b'L', "list")]),
        "SynchronizedNavigableMap" | "UnmodifiableNavigableMap" => {
            (ClassKind::Wrapper, &[(b'L', "nm")])
        }
        "SynchronizedNavigableSet" | "UnmodifiableNavigableSet" => {
            (ClassKind::Wrapper, &[(b'L', "ns")])
        }
        "SynchronizedSortedMap" | "UnmodifiableSortedMap" => (ClassKind::Wrapper, &[(b'L', "sm")]),
        "SynchronizedSortedSet" | "UnmodifiableSortedSet" => (ClassKind::Wrapper, &[(b'L', "ss")]),
        "UnmodifiableCollection" => (ClassKind::Wrapper, &[(b'L', "c")]),
        "UnmodifiableMap" => (ClassKind::Wrapper, &[(b'L', "m")]),
        "SynchronizedRandomAccessList"
        | "SynchronizedSet"
        | "UnmodifiableRandomAccessList"
        | "UnmodifiableSequencedCollection"
        | "UnmodifiableSequencedMap"
        | "UnmodifiableSequencedSet"
        | "UnmodifiableSet" => (ClassKind::Wrapper, &[]),
        _ => return None,
    })
}

/// The number of the kind (docs/FORMAT.md, "Kinds") that a class is, where what is read of an
/// object is what that kind is of.
pub fn kind_of(class: &str) -> Option<u8> {
    let simple = class.strip_prefix("java.")?;
    Some(match simple.strip_prefix("util.concurrent.").unwrap_or(simple) {
        "lang.Byte" => 0x01,
        "lang.Short" => 0x02,
        "lang.Long" => 0x03,
        "lang.Character" => 0x04,
        "atomic.AtomicInteger" => 0x05,
        "atomic.AtomicLong" => 0x06,
        "atomic.AtomicBoolean" => 0x07,
        "net.URI" => 0x17,
        "util.Date" => 0x20,
        "sql.Timestamp" => 0x21,
        "util.LinkedList" => 0x30,
        "CopyOnWriteArrayList" => 0x31,
        "util.Vector" => 0x32,
        "util.ImmutableCollections$ListN" => 0x34,
        "util.HashSet" => 0x40,
        "util.LinkedHashSet" => 0x41,
        "util.TreeSet" => 0x42,
        "util.ImmutableCollections$SetN" => 0x45,
        "util.ArrayDeque" => 0x50,
        "util.PriorityQueue" => 0x51,
        "util.TreeMap" => 0x60,
        "ConcurrentHashMap" => 0x61,
        "ConcurrentSkipListMap" => 0x62,
        "util.ImmutableCollections$MapN" => 0x63,
        "util.Hashtable" => 0x65,
        "util.Properties" => 0x66,
        _ => return None,
    })
}

/// The kind of arrays of a component, as its descriptor names it; a `char[]` is read as text, which
/// is none.
pub fn kind_of_array(component: &str) -> Option<kind::Kind> {
    let number = match component {
        "Z" => 0x70,
        "S" => 0x71,
        "I" => 0x73,
        "J" => 0x74,
        "F" => 0x75,
        "D" => 0x76,
        "Ljava.lang.String;" => 0x77,
        "Ljava.lang.Object;" => 0x78,
        "C" => return None,
        other => return kind::Kind::named(0x80, source_name(other).into()),
    };
    kind::Kind::new(number)
}

/// A type as Java's source writes it: `int[]` of the descriptor `[I`.
fn source_name(descriptor: &str) -> String {
    let component = descriptor.trim_start_matches('[');
    let name = match component {
        "Z" => "boolean",
        "B" => "byte",
        "S" => "short",
        "C" => "char",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        class => class.strip_prefix('L').and_then(|class| class.strip_suffix(';')).unwrap_or(class),
    };
    name.to_owned() + &"[]".repeat(descriptor.len() - component.len())
}
