//! `report.html`: one offline file that shows a comparison or a load. It combines the templates in
//! `assets/` with the document of `--json`.
//!
//! Rust only puts the parts together. `assets/page.js` and one script for each kind of document
//! read the embedded document and draw it.

use serde_json::Value;

const PAGE: &str = include_str!("../assets/report.html");
const CSS: &str = include_str!("../assets/report.css");
const SHARED_JS: &str = include_str!("../assets/page.js");
const COMPARE_JS: &str = include_str!("../assets/compare.js");
const LOAD_JS: &str = include_str!("../assets/load.js");
const SURVEY_JS: &str = include_str!("../assets/survey.js");
const ECHARTS: &str = include_str!("../assets/echarts-6.1.0.common.min.js");

/// The whole page for a comparison's document.
pub fn comparison(document: &Value) -> String {
    html(&title(document), COMPARE_JS, document)
}

/// The whole page for a load's document.
pub fn load(document: &Value) -> String {
    html("Larder load", LOAD_JS, document)
}

/// The whole page for a survey's document.
pub fn survey(document: &Value) -> String {
    html("Larder survey", SURVEY_JS, document)
}

/// `title` is HTML text; `document` is what `--json` prints.
fn html(title: &str, js: &str, document: &Value) -> String {
    // In JSON, `<` occurs only in strings. Escaped, no `</script>` or `<!--` in the data can end
    // the element that holds it.
    let data = document.to_string().replace('<', "\\u003c");
    let mut page = String::with_capacity(
        PAGE.len() + CSS.len() + SHARED_JS.len() + js.len() + ECHARTS.len() + data.len() + 256,
    );
    // One pass over the template: text that was put in is never searched for placeholders.
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        page.push_str(before);
        let (name, after) = after.split_once("}}").expect("a placeholder in report.html is closed");
        page.push_str(match name {
            "title" => title,
            "css" => CSS,
            "data" => &data,
            "echarts" => ECHARTS,
            "page" => SHARED_JS,
            "js" => js,
            _ => unreachable!("report.html has an unknown placeholder {name}"),
        });
        rest = after;
    }
    page.push_str(rest);
    page
}

/// The browser tab's title: the datasets, as HTML text.
fn title(document: &Value) -> String {
    let names: Vec<&str> = document["datasets"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|dataset| dataset["id"].as_str())
        .collect();
    let title = match names.as_slice() {
        [] => "Larder comparison".to_owned(),
        all if all.len() <= 3 => format!("Larder comparison: {}", all.join(", ")),
        [first, rest @ ..] => format!("Larder comparison: {first} and {} more", rest.len()),
    };
    title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const NASTY: &str =
        "</script><script>alert(1)</script><!-- {{js}} & \u{2028} Grüße 🥫 </title>";

    /// The text between the data element's tags.
    fn embedded(page: &str) -> &str {
        let (_, after) = page
            .split_once("<script type=\"application/json\" id=\"larder-data\">")
            .expect("the data element");
        after.split_once("</script>").expect("its end").0
    }

    #[test]
    fn no_text_in_the_document_breaks_out_of_its_element() {
        let document = json!({
            "datasets": [{"id": NASTY, "about": NASTY}],
            "rows": [{"dataset": NASTY, "codec": NASTY, "loss": NASTY}],
            NASTY: NASTY,
        });
        let page = comparison(&document);
        let data = embedded(&page);
        assert!(!data.contains('<'));
        assert_eq!(serde_json::from_str::<Value>(data).unwrap(), document);
        let harmless = comparison(&json!({}));
        for tag in ["<script", "</script", "<!--", "</title"] {
            assert_eq!(page.matches(tag).count(), harmless.matches(tag).count(), "{tag}");
        }
    }

    #[test]
    fn text_in_the_document_is_never_taken_for_a_placeholder() {
        let page = comparison(&json!({"datasets": [{"id": "{{data}}{{css}}"}]}));
        assert!(page.contains("<title>Larder comparison: {{data}}{{css}}</title>"));
        assert_eq!(page.matches(CSS).count(), 1);
    }

    #[test]
    fn the_parts_can_stand_inside_their_elements() {
        for script in [ECHARTS, SHARED_JS, COMPARE_JS, LOAD_JS, SURVEY_JS] {
            let script = script.to_ascii_lowercase();
            assert!(
                !script.contains("</script")
                    && !script.contains("<!--")
                    && !script.contains("<script")
            );
        }
        assert!(!CSS.to_ascii_lowercase().contains("</style"));
    }

    #[test]
    fn nothing_is_loaded_from_the_network() {
        for part in [PAGE, CSS, SHARED_JS, COMPARE_JS, LOAD_JS, SURVEY_JS] {
            assert!(!part.contains("@import") && !part.contains("url(") && !part.contains("src="));
        }
        // Addresses occur as XML namespaces and in the library's licence comments: names, never
        // loaded.
        let known = [
            "http://www.w3.org/",
            "http://www.apache.org/licenses/",
            "https://github.com/ecomfe/zrender/blob/master/LICENSE",
        ];
        let page = comparison(&json!({}));
        for scheme in ["http://", "https://"] {
            for (at, _) in page.match_indices(scheme) {
                let address = &page[at..];
                assert!(known.iter().any(|name| address.starts_with(name)), "{:.60}", address);
            }
        }
        assert!(PAGE.contains("default-src 'none'"));
    }

    #[test]
    fn the_title_names_the_datasets_or_counts_them() {
        let ids = |ids: &[&str]| {
            title(&json!({"datasets": ids.iter().map(|id| json!({"id": id})).collect::<Vec<_>>()}))
        };
        assert_eq!(ids(&[]), "Larder comparison");
        assert_eq!(ids(&["a<b", "c&d"]), "Larder comparison: a&lt;b, c&amp;d");
        assert_eq!(ids(&["a", "b", "c", "d"]), "Larder comparison: a and 3 more");
    }
}
