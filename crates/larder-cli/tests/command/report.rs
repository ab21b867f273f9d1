//! Opens the HTML report in a real browser.

#[path = "../../src/report.rs"]
mod page;

use std::fs;
use std::path::{Path, PathBuf};

use crate::common;
use crate::common::browser::{Seen, attribute, browser, open, opening_tag};

/// Three groups of the fixture have all five charts (the scatter and four bars); in the fourth
/// every codec failed.
const CHARTS: usize = 15;

#[test]
fn the_report_draws_its_charts_in_a_browser_without_a_console_error() {
    let Some(browser) = browser() else { return };
    let dir = tempfile::tempdir().expect("a temporary directory");
    let page = write_report(dir.path());

    let seen = open(&browser, dir.path(), &page, &[]);

    seen.assert_quiet();
    assert_charts(&seen, CHARTS);
    assert!(
        seen.dom.contains("OutOfMemoryError: Java heap space"),
        "a failed codec is listed with its reason"
    );
    assert!(
        seen.dom.contains("none: larder takes 4.05× the encode time"),
        "a rival that is not beaten says what the nearest level misses"
    );
    assert!(seen.dom.contains("measured in turn, 3 times"), "the method names the rounds");
}

#[test]
fn the_report_of_a_real_comparison_draws_its_charts_too() {
    let Some(browser) = browser() else { return };
    let dir = tempfile::tempdir().expect("a temporary directory");
    let page = dir.path().join("real report.html");
    let args = [
        "compare",
        "small-mixed",
        "session:50",
        "--runtime",
        "php,native",
        "--time",
        "0.05",
        "--report",
    ];
    common::larder().args(args).arg(&page).assert().success();

    let seen = open(&browser, dir.path(), &page, &[]);

    seen.assert_quiet();
    assert!(!seen.dom.contains("measured in turn, 1 times"), "one round is nothing to name");
    // Two datasets in two runtimes, the scatter and four bars each.
    assert_charts(&seen, 2 * 2 * 5);
}

#[test]
fn the_report_of_a_load_draws_its_charts_too() {
    let Some(browser) = browser() else { return };
    let dir = tempfile::tempdir().expect("a temporary directory");
    let document =
        serde_json::from_str(include_str!("../fixtures/load.json")).expect("the fixture is JSON");
    let page = dir.path().join("load.html");
    fs::write(&page, page::load(&document)).expect("the report is written");

    let seen = open(&browser, dir.path(), &page, &[]);

    seen.assert_quiet();
    // Two paces in two ways: requests, latency and share of two endpoints each; and memory.
    assert_charts(&seen, 2 * 2 * 3 * 2 + 1);
    assert!(
        seen.dom.contains("Could not reserve enough space for object heap"),
        "a failed codec is listed with its reason"
    );
    assert!(seen.dom.contains("measured in turn, 2 times"), "the method names the rounds");
}

#[test]
fn the_report_of_a_survey_draws_its_chart_and_takes_keys_as_text() {
    let Some(browser) = browser() else { return };
    let dir = tempfile::tempdir().expect("a temporary directory");
    let server = common::Redis::start(&[], dir.path());
    let mut connection = server.connect();
    for id in 0..100 {
        let key = format!("<script>alert(1)</script>:{id}");
        let value = format!("{{\"id\":{id},\"name\":\"Ada {id}\",\"active\":true}}");
        redis::cmd("SET").arg(key).arg(value).exec(&mut connection).expect("a value is stored");
    }
    let (code, document) =
        common::document(common::larder().args(["survey", &server.url(), "--json", "-"]));
    assert_eq!(code, 0);
    let page = dir.path().join("survey.html");
    fs::write(&page, page::survey(&document)).expect("the report is written");

    let seen = open(&browser, dir.path(), &page, &[]);

    seen.assert_quiet();
    assert_charts(&seen, 1);
    assert!(seen.dom.contains("&lt;script&gt;alert(*)&lt;/script&gt;:*"), "a key is text");
    assert!(seen.dom.contains("larder-profile"), "the alternatives are listed");
}

#[test]
fn the_report_fits_a_phone_in_dark_mode_without_scrolling_sideways() {
    let Some(browser) = browser() else { return };
    let dir = tempfile::tempdir().expect("a temporary directory");
    write_report(dir.path());
    // A browser window is never as narrow as a phone, a frame can be. The frame's findings are
    // copied to where the DOM is read; `?.` because the frame's document has no root element yet
    // while it begins to load.
    let frame = dir.path().join("phone.html");
    let script = "setInterval(() => Object.assign(document.documentElement.dataset, frames[0].document.documentElement?.dataset), 50)";
    let body = format!(
        "<!doctype html><iframe src=report.html style='width:375px;height:800px;border:0'></iframe><script>{script}</script>"
    );
    fs::write(&frame, body).expect("the frame is written");

    let options = ["--allow-file-access-from-files", "--blink-settings=preferredColorScheme=0"];
    let seen = open(&browser, dir.path(), &frame, &options);

    seen.assert_quiet();
    let html_tag = opening_tag(&seen.dom, "<html");
    let number = |name| attribute(html_tag, name).and_then(|text| text.parse::<usize>().ok());
    assert_eq!(number("data-charts"), Some(CHARTS), "{html_tag}");
    assert_eq!(number("data-inner-width"), Some(375), "{html_tag}");
    assert!(number("data-scroll-width").expect("a scroll width") <= 375, "{html_tag}");
}

/// The control: were there an error, these tests would see it.
#[test]
fn an_error_in_a_page_is_seen() {
    let Some(browser) = browser() else { return };
    let dir = tempfile::tempdir().expect("a temporary directory");
    let page = write_report(dir.path());
    let report = fs::read_to_string(&page).expect("the report");
    fs::write(&page, report.replace("</body>", "<script>nowhere()</script></body>"))
        .expect("the page is written");

    let seen = open(&browser, dir.path(), &page, &[]);

    assert!(seen.console().any(|line| line.contains("nowhere is not defined")), "{}", seen.log);
    assert!(attribute(opening_tag(&seen.dom, "<html"), "data-error").is_some());
}

fn write_report(dir: &Path) -> PathBuf {
    let document =
        serde_json::from_str(include_str!("../fixtures/report.json")).expect("the fixture is JSON");
    let page = dir.join("report.html");
    fs::write(&page, page::comparison(&document)).expect("the report is written");
    page
}

fn assert_charts(seen: &Seen, count: usize) {
    let html_tag = opening_tag(&seen.dom, "<html");
    assert_eq!(attribute(html_tag, "data-charts"), Some(count.to_string().as_str()), "{html_tag}");
    let drawn: Vec<&str> = seen.dom.split("data-drawn=\"true\"").skip(1).collect();
    assert_eq!(drawn.len(), count);
    for chart in drawn {
        let svg = chart.split_once("<svg").expect("a drawn chart holds an svg").1;
        let svg = svg.split_once("</svg>").expect("the svg ends").0;
        assert!(svg.contains("<path"), "a chart without a path: {svg:.300}");
    }
}
