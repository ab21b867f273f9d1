//! A real browser, without a window and with its network features off.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const TIME_LIMIT: Duration = Duration::from_secs(120);

/// The browser to use; none only if the caller said that these tests may be skipped.
pub fn browser() -> Option<PathBuf> {
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
pub struct Seen {
    pub dom: String,
    pub log: String,
}

impl Seen {
    pub fn console(&self) -> impl Iterator<Item = &str> {
        self.log.lines().filter(|line| line.contains(":CONSOLE"))
    }

    /// Our pages write nothing to the console, so any line there is a complaint.
    pub fn assert_quiet(&self) {
        assert_eq!(self.console().collect::<Vec<_>>(), Vec::<&str>::new());
        assert_eq!(attribute(opening_tag(&self.dom, "<html"), "data-error"), None);
    }
}

/// Opens a page, and waits until it has come to rest.
pub fn open(browser: &Path, dir: &Path, page: &Path, options: &[&str]) -> Seen {
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

pub fn opening_tag<'a>(dom: &'a str, start: &str) -> &'a str {
    let tag = &dom[dom.find(start).unwrap_or_else(|| panic!("no {start} in {dom:.300}"))..];
    &tag[..tag.find('>').expect("the tag ends")]
}

pub fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = tag.split_once(&format!(" {name}=\""))?;
    value.split('"').next()
}
