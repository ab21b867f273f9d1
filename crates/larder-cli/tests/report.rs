//! Opens the HTML report in a real browser.

mod common;
#[path = "../src/report.rs"]
mod report;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const TIME_LIMIT: Duration = Duration::from_secs(120);

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
    seen.assert_charts(CHARTS);
    assert!(
        seen.dom.contains("OutOfMemoryError: Java heap space"),
        "a failed codec is listed with its reason"
    );
    assert!(
        seen.dom.contains("none: larder takes 4.05× the encode time"),
        "a rival that is not beaten says what the nearest level misses"
    );
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
    // Two datasets in two runtimes, the scatter and four bars each.
    seen.assert_charts(2 * 2 * 5);
}

#[test]
fn the_report_of_a_load_draws_its_charts_too() {
    let Some(browser) = browser() else { return };
    let dir = tempfile::tempdir().expect("a temporary directory");
    let document =
        serde_json::from_str(include_str!("fixtures/load.json")).expect("the fixture is JSON");
    let page = dir.path().join("load.html");
    fs::write(&page, report::load(&document)).expect("the report is written");

    let seen = open(&browser, dir.path(), &page, &[]);

    seen.assert_quiet();
    // Two paces in two ways: requests, latency and share of two endpoints each; and memory.
    seen.assert_charts(2 * 2 * 3 * 2 + 1);
    assert!(
        seen.dom.contains("Could not reserve enough space for object heap"),
        "a failed codec is listed with its reason"
    );
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
    fs::write(&page, report::survey(&document)).expect("the report is written");

    let seen = open(&browser, dir.path(), &page, &[]);

    seen.assert_quiet();
    seen.assert_charts(1);
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
        serde_json::from_str(include_str!("fixtures/report.json")).expect("the fixture is JSON");
    let page = dir.join("report.html");
    fs::write(&page, report::comparison(&document)).expect("the report is written");
    page
}

/// The browser to use; none only if the caller said that these tests may be skipped.
fn browser() -> Option<PathBuf> {
    if std::env::var_os("LARDER_SKIP_BROWSER").is_some_and(|value| value == "1") {
        return None;
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = ["chromium", "chromium-browser", "google-chrome"]
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |dir| dir.join(name)))
        .find(|file| file.is_file());
    Some(found.expect(
        "no browser on PATH: install Debian's package `chromium`, or set LARDER_SKIP_BROWSER=1",
    ))
}

/// What a browser showed of a page.
struct Seen {
    dom: String,
    log: String,
}

impl Seen {
    fn console(&self) -> impl Iterator<Item = &str> {
        self.log.lines().filter(|line| line.contains(":CONSOLE"))
    }

    /// The report itself writes nothing to the console, so any line there is a complaint.
    fn assert_quiet(&self) {
        assert_eq!(self.console().collect::<Vec<_>>(), Vec::<&str>::new());
        assert_eq!(attribute(opening_tag(&self.dom, "<html"), "data-error"), None);
    }

    fn assert_charts(&self, count: usize) {
        let html_tag = opening_tag(&self.dom, "<html");
        assert_eq!(
            attribute(html_tag, "data-charts"),
            Some(count.to_string().as_str()),
            "{html_tag}"
        );
        let drawn: Vec<&str> = self.dom.split("data-drawn=\"true\"").skip(1).collect();
        assert_eq!(drawn.len(), count);
        for chart in drawn {
            let svg = chart.split_once("<svg").expect("a drawn chart holds an svg").1;
            let svg = svg.split_once("</svg>").expect("the svg ends").0;
            assert!(svg.contains("<path"), "a chart without a path: {svg:.300}");
        }
    }
}

/// Opens a page without a window and with its network features off, and waits until it has come to
/// rest.
fn open(browser: &Path, dir: &Path, page: &Path, options: &[&str]) -> Seen {
    let profile = tempfile::tempdir_in(dir).expect("a profile directory");
    let (dom, log) = (dir.join("dom.txt"), dir.join("log.txt"));
    let mut child = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-sync",
        ])
        .args([
            "--disable-background-networking",
            "--disable-component-update",
            "--enable-logging=stderr",
        ])
        .args(["--window-size=1280,900", "--virtual-time-budget=10000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(options)
        .arg(format!("file://{}", page.display().to_string().replace(' ', "%20")))
        .stdin(Stdio::null())
        .stdout(File::create(&dom).expect("a file for the DOM"))
        .stderr(File::create(&log).expect("a file for the log"))
        .spawn()
        .expect("the browser starts");
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("the browser can be waited for") {
            break status;
        }
        if start.elapsed() > TIME_LIMIT {
            child.kill().expect("the browser can be ended");
            child.wait().expect("the browser has ended");
            panic!("the browser took more than {TIME_LIMIT:?}: {}", read(&log));
        }
        sleep(Duration::from_millis(20));
    };
    let seen = Seen { dom: read(&dom), log: read(&log) };
    assert!(status.success(), "{status}: {}", seen.log);
    seen
}

fn read(file: &Path) -> String {
    String::from_utf8_lossy(&fs::read(file).expect("what the browser wrote")).into_owned()
}

fn opening_tag<'a>(dom: &'a str, start: &str) -> &'a str {
    let tag = &dom[dom.find(start).unwrap_or_else(|| panic!("no {start} in {dom:.300}"))..];
    &tag[..tag.find('>').expect("the tag ends")]
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = tag.split_once(&format!(" {name}=\""))?;
    value.split('"').next()
}
