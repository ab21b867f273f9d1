//! The values that Larder measures serializers on.
//!
//! Every dataset is a sequence of JSON values, one a line. Four are single arrays from published
//! articles, embedded as JSON files; the rest are generated from [`SEED`] and the value's index
//! alone, so they are the same on every machine and every day, and value `i` does not depend on how
//! many values are asked for.

mod dataset;
mod draw;
mod listing;
mod lookup;
mod order;
mod page;
mod php_text;
mod product;
mod rows;
mod session;
mod shapes;
mod spring_person;
mod timestamp;
mod wp_options;

pub use dataset::Dataset;
pub use draw::SEED;
pub use spring_person::md5_text;

use dataset::Source;

/// All bundled datasets, in the order in which they are shown.
pub fn all() -> &'static [Dataset] {
    &DATASETS
}

/// More datasets, one for each shape of values that the others do not have, in the order in which
/// they are shown.
pub fn shapes() -> &'static [Dataset] {
    &shapes::SHAPES
}

/// The dataset of this id, whether a shape or not.
pub fn named(id: &str) -> Option<&'static Dataset> {
    all().iter().chain(shapes()).find(|dataset| dataset.id == id)
}

static DATASETS: [Dataset; 14] = [
    Dataset {
        id: "small-mixed",
        about: "one small PHP array: int and string keys, a digit string, Chinese text in keys and values, three levels",
        origin: "the very array printed in the article redis-php-2015",
        default_count: 1,
        source: Source::File(include_str!("../small-mixed.json")),
    },
    Dataset {
        id: "chinese-text",
        about: "one nested array of two groups with three paragraphs of mixed Chinese and ASCII text",
        origin: "written for Larder, byte for byte the sizes of the array in igbinary-json-2017",
        default_count: 1,
        source: Source::File(include_str!("../chinese-text.json")),
    },
    Dataset {
        id: "small-array",
        about: "one flat user record of short strings, numbers, booleans and a null",
        origin: "written for Larder to the sizes of the small array in php55-four, which the article does not print",
        default_count: 1,
        source: Source::File(include_str!("../small-array.json")),
    },
    Dataset {
        id: "large-array",
        about: "one list of small records with unique names and repeated words",
        origin: "searched by a script to the sizes of the large array in php55-four (within 1 %), which the article does not print",
        default_count: 1,
        source: Source::File(include_str!("../large-array.json")),
    },
    Dataset {
        id: "people",
        about: "persons with second-level fields, half Chinese and half English",
        origin: "jfairy's generated persons as in jvm-six-2020; the JVM runner makes them",
        default_count: 10_000,
        source: Source::Jvm,
    },
    Dataset {
        id: "spring-person",
        about: "a flat Chinese person record that carries the md5 of its other fields",
        origin: "generated after the Person of spring-2018",
        default_count: 10_000,
        source: Source::Generated { stream: 1, value: spring_person::value },
    },
    Dataset {
        id: "session",
        about: "a web shop's session: login, CSRF token, flash messages, user agent, cart, preferences",
        origin: "generated: what PHP frameworks keep in a session store today",
        default_count: 2_000,
        source: Source::Generated { stream: 2, value: session::value },
    },
    Dataset {
        id: "product",
        about: "a catalogue entry: texts, prices as strings and floats, images, attributes with varying keys, ratings",
        origin: "generated: a shop's product cache",
        default_count: 2_000,
        source: Source::Generated { stream: 3, value: product::value },
    },
    Dataset {
        id: "rows-1000",
        about: "1,000 rows of an orders table as PDO returns them: native ints, decimals and dates as strings, nulls",
        origin: "generated: a cached query result",
        default_count: 8,
        source: Source::Generated { stream: 4, value: rows::value },
    },
    Dataset {
        id: "wp-options",
        about: "some 300 WordPress options in one array: digit strings, PHP-serialized strings, HTML, URLs, transients",
        origin: "generated after WordPress's cached `alloptions`",
        default_count: 16,
        source: Source::Generated { stream: 5, value: wp_options::value },
    },
    Dataset {
        id: "lookup",
        about: "a map from ids, hashes, SKUs or dates to small values; no two values have the same keys",
        origin: "generated: what caches hold for \"each of these ids\"",
        default_count: 2_000,
        source: Source::Generated { stream: 6, value: lookup::value },
    },
    Dataset {
        id: "listing",
        about: "a page of up to 20 search results, of whose 20 keys about half are absent, others in each",
        origin: "generated: the search results of a marketplace",
        default_count: 1_000,
        source: Source::Generated { stream: 7, value: listing::value },
    },
    Dataset {
        id: "order",
        about: "an order of objects: customer, addresses, lines; many fields are null",
        origin: "generated: the entities of a shop, objects in PHP and on the JVM",
        default_count: 2_000,
        source: Source::Generated { stream: 8, value: order::value },
    },
    Dataset {
        id: "page",
        about: "a page of HTML of 5 to 100 KB as one text",
        origin: "generated: the page cache of a site",
        default_count: 64,
        source: Source::Generated { stream: 9, value: page::value },
    },
];
