//! The pages of the documentation site: whatever they show runs, and a browser shows it.
//!
//! Each block of code has to be run by a test, or be no code. How a block is run follows from its
//! language, so a new one cannot be forgotten:
//!
//! - `sh`: here, on a real server. A block `text` right after it is what it prints.
//! - `php`, `ini`: by `php/tests/ReadmeTest.php`, which takes them from the pages; with a name
//!   (`php wordpress`), by the test that asks for the name.
//! - `properties NAME`: by `StarterTest` of the starter for Spring Boot.
//! - `sh install`, `xml install`: by `scripts/dist-test`, on an empty Debian.
//! - others: the block is a part of a program that a test runs.
//! - `text`, `json`, and what stands between the marks of `scripts/document`, is output.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};

use larder::format::Format;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag};
use serde_json::Value;

use crate::common::browser::{browser, open};
use crate::common::{Redis, as_format, user};

/// Commands of pages that are not run here, by how they begin, and why.
const NOT_RUN_HERE: &[(&str, &str)] = &[
    ("make", "builds; CI runs `make test` on a clean clone"),
    ("scripts/fuzz", "runs for long; CI runs each fuzz target"),
    (
        "cd crates/larder-php",
        "and what follows installs into the system; it builds as `make php` does",
    ),
    ("phpize", "as above"),
    ("./configure", "as above"),
    ("mvn ", "builds; `make jvm` builds the same modules"),
    ("java -cp \"examples/", "after mvn; ExamplesTest of larder-redis runs the examples"),
    ("java -jar jvm/lab-service/", "a server; tests/command/load.rs starts it"),
    ("mkdir -p target/orders", "for scalac"),
    ("scalac ", "ScalaTest of larder-spark compiles and runs the example"),
    ("jar --create ", "after scalac"),
    ("spark-submit ", "SubmitTest of larder-spark submits the jar to a cluster"),
    ("cargo run --package larder --example ", "tests/library/examples.rs of the library runs it"),
    ("cargo test ", "writes into vectors/"),
    ("perf ", "needs a kernel that lets it measure"),
    ("target/release/larder load ", "tests/command/load.rs runs it, with other numbers"),
    ("target/release/larder articles php", "takes minutes; tests/command/articles.rs runs it"),
    ("target/release/larder articles jvm", "takes minutes; tests/command/articles.rs runs it"),
    ("larder switch --control ", "asks a running switch; tests/command/switch.rs does"),
    (
        "larder train 'redis://127.0.0.1:6379/0?match=user:*&sample=5000' --watch ",
        "never ends; tests/command/profiles.rs runs it",
    ),
];

/// What is added to a command that begins so: a comparison is in the library alone and soon over,
/// and a switch asks nobody, unless it is a dry run.
const ADDED: &[(&str, &str)] = &[
    ("target/release/larder compare ", " --runtime native --time 0.05 --no-redis"),
    ("target/release/larder switch ", " --yes"),
    ("larder switch ", " --yes"),
];

/// Where the programs are that tests run, by language.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("java", &["jvm", "examples/java"]),
    ("scala", &["jvm/larder-spark/tests/src/scala", "examples/scala"]),
    ("rust", &["examples/rust"]),
    ("xml", &["examples/java/pom.xml"]),
    ("php example", &["examples/php"]),
];

/// Values in the server of each page.
const USERS: u32 = 400;

struct Block {
    page: String,
    line: usize,
    /// The language, and what stands behind it; empty if it is indented.
    info: String,
    code: String,
    /// What stands between the block before it and this one.
    before: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The pages of the site, by their paths in the repository.
fn pages() -> Vec<String> {
    let summary = fs::read_to_string(root().join("docs/site/SUMMARY.md")).unwrap();
    let links = summary.lines().filter_map(|line| line.split_once("](")?.1.strip_suffix(')'));
    let pages: Vec<String> = links
        .map(|link| match link.strip_prefix("../../") {
            Some(path) => path.to_owned(),
            None => link.replacen("..", "docs", 1),
        })
        .collect();
    assert!(pages.len() > 20, "{pages:?}");
    pages
}

fn blocks(page: &str) -> Vec<Block> {
    let text = fs::read_to_string(root().join(page)).unwrap_or_else(|e| panic!("{page}: {e}"));
    let mut blocks: Vec<Block> = Vec::new();
    let mut end = 0;
    let mut open = None;
    for (event, range) in Parser::new(&text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let info = match kind {
                    CodeBlockKind::Fenced(info) => info.to_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                open = Some(Block {
                    page: page.to_owned(),
                    line: text[..range.start].lines().count() + 1,
                    info,
                    code: String::new(),
                    before: text[end..range.start].to_owned(),
                });
                end = range.end;
            }
            Event::Text(part) => {
                if let Some(block) = &mut open {
                    block.code += &part;
                }
            }
            Event::End(pulldown_cmark::TagEnd::CodeBlock) => blocks.extend(open.take()),
            _ => {}
        }
    }
    blocks
}

/// Whether `scripts/document` has written what stands at a line.
fn is_generated(block: &Block) -> bool {
    let text = fs::read_to_string(root().join(&block.page)).unwrap();
    let before = || text.lines().take(block.line);
    before().filter(|line| line.starts_with("<!-- begin ")).count()
        > before().filter(|line| line.starts_with("<!-- end ")).count()
}

/// Code without white space.
fn packed(code: &str) -> String {
    code.split_whitespace().collect()
}

/// The code of all files below a place, but those of `target` and what is not tested.
fn code(place: &Path, found: &mut Vec<String>) {
    if place.is_file() {
        found.extend(fs::read_to_string(place).ok().map(|text| packed(&text)));
    } else {
        for entry in fs::read_dir(place).unwrap_or_else(|e| panic!("{}: {e}", place.display())) {
            let path = entry.unwrap().path();
            if !["target", "main"].iter().any(|name| path.ends_with(name)) {
                code(&path, found);
            }
        }
    }
}

fn programs(places: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    places.iter().for_each(|place| code(&root().join(place), &mut found));
    found
}

/// The commands of a block, each in one line.
fn commands(block: &Block) -> Vec<String> {
    let joined = block.code.replace("\\\n", " ");
    joined.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
}

fn not_run_here(command: &str) -> Option<&'static str> {
    NOT_RUN_HERE.iter().map(|(begin, _)| *begin).find(|begin| command.starts_with(begin))
}

#[test]
fn every_block_is_run_by_a_test_or_is_no_code() {
    let tests_of_php = programs(&["php/tests"]);
    let known: Vec<(&str, Vec<String>)> =
        PROGRAMS.iter().map(|(language, places)| (*language, programs(places))).collect();
    let starter = "jvm/larder-spring-boot-starter/src/test/java/dev/larder/spring/StarterTest.java";
    let starter_test = fs::read_to_string(root().join(starter)).unwrap();
    let dist_test = fs::read_to_string(root().join("scripts/dist-test")).unwrap();
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for block in pages().iter().flat_map(|page| blocks(page)) {
        if is_generated(&block) {
            continue;
        }
        let reason = match block.info.as_str() {
            // the_commands_of_pages_run, and ReadmeTest.php.
            "sh" => {
                seen.extend(commands(&block).iter().filter_map(|line| not_run_here(line)));
                None
            }
            "sh install" | "xml install" => {
                let name =
                    block.before.rsplit_once("<!-- install ").map(|(_, name)| name.trim_end());
                let name = name.and_then(|name| name.strip_suffix(" -->")).unwrap_or("?");
                let runs = ["as_printed", "readme"]
                    .iter()
                    .any(|verb| dist_test.contains(&format!("{verb} {name}")));
                (!runs).then_some("scripts/dist-test does not run it")
            }
            "php" | "ini" | "json" => None,
            info if block.page.contains("starter") && info.starts_with("properties ") => {
                let name = info.replacen("properties ", "", 1);
                let runs = starter_test.contains(&format!("\"{name}\""));
                (!runs).then_some("StarterTest does not take it")
            }
            "" | "text" => {
                let first = block.code.split_whitespace().next().unwrap_or_default();
                let is_command = ["larder", "target/release/larder", "make", "mvn", "cargo", "php"]
                    .contains(&first);
                is_command.then_some("it is a command: mark it `sh`")
            }
            info => {
                match (known.iter().find(|(language, _)| *language == info), info.split_once(' ')) {
                    (Some((_, programs)), _) => {
                        let code = packed(&block.code);
                        let runs = programs.iter().any(|program| program.contains(&code));
                        (!runs).then_some("it is in no program that a test runs")
                    }
                    (None, Some((_, name))) => {
                        let asked = format!("Page::block('{name}')");
                        let runs = tests_of_php.iter().any(|test| test.contains(&asked));
                        (!runs).then_some("no test of php/tests asks for it by its name")
                    }
                    _ => Some("no test runs this language"),
                }
            }
        };
        if let Some(reason) = reason {
            wrong.push(format!("{}:{}: {reason}\n{}", block.page, block.line, block.code));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let idle: Vec<&str> = NOT_RUN_HERE
        .iter()
        .map(|(begin, _)| *begin)
        .filter(|begin| !seen.contains(begin))
        .collect();
    assert!(idle.is_empty(), "no page has these any more: {idle:?}");
}

/// A folder with what commands of pages name, and a server with users of PHP.
fn prepare(folder: &Path) -> Redis {
    let link = |from: PathBuf, to: &str| {
        let to = folder.join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        symlink(from, to).unwrap();
    };
    let command = assert_cmd::cargo::cargo_bin("larder");
    link(command.clone(), "bin/larder");
    link(command, "target/release/larder");
    link(root().join("target/release/liblarder_php.so"), "target/release/liblarder_php.so");
    link(root().join("examples"), "examples");
    link(root().join("jvm"), "jvm");
    let users: Vec<String> = (0..USERS).map(user).collect();
    fs::write(folder.join("orders.json"), format!("[{}]", users.join(","))).unwrap();
    fs::write(folder.join("value.bin"), as_format(&user(7), Format::Igbinary)).unwrap();
    let encode = |json: &String| {
        let php = as_format(json, Format::Php);
        base64::Engine::encode(&base64::engine::general_purpose::STANDARD, php)
    };
    let lines: Vec<String> = users.iter().map(|json| format!("\"{}\"\n", encode(json))).collect();
    fs::write(folder.join("old.jsonl"), lines.concat()).unwrap();

    let server = Redis::start(&[], folder);
    let mut pipe = redis::pipe();
    for (id, json) in users.iter().enumerate() {
        let value = as_format(json, Format::Igbinary);
        for prefix in ["user:", "app:user:", "people::"] {
            pipe.set(format!("{prefix}{id}"), &value).ignore();
        }
    }
    let rule = ["SETUSER", "alice", "on", ">…", "~*", "+@all"];
    pipe.cmd("ACL").arg(&rule).ignore();
    pipe.exec(&mut server.connect()).unwrap();
    server
}

#[test]
fn the_commands_of_pages_run() {
    for page in pages() {
        let blocks = blocks(&page);
        if !blocks.iter().any(|block| block.info == "sh") {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let server = prepare(folder.path());
        let mut printed = None;
        for block in &blocks {
            if let Some(printed) = printed.take()
                && block.info == "text"
                && block.before.trim().is_empty()
            {
                assert_eq!(block.code, printed, "{page}:{}", block.line);
            }
            if block.info != "sh" {
                continue;
            }
            for command in commands(block) {
                printed = run(&command, &format!("{page}:{}", block.line), folder.path(), &server);
            }
        }
    }
}

/// What a command prints; none if it is not run here, or what it needs is not built.
fn run(command: &str, place: &str, folder: &Path, server: &Redis) -> Option<String> {
    let needs = match command.split(' ').next() {
        Some("php") => Some("target/release/liblarder_php.so"),
        Some("java") => {
            Some(concat!("jvm/larder/target/larder-", env!("CARGO_PKG_VERSION"), ".jar"))
        }
        _ => None,
    };
    if let Some(file) = needs
        && !root().join(file).exists()
    {
        eprintln!("{place}: skipped, as there is no {file}");
        return None;
    }
    if not_run_here(command).is_some() {
        return None;
    }
    let is_asking = !command.contains(" --dry-run");
    let added = ADDED.iter().find(|(begin, _)| is_asking && command.starts_with(begin));
    let line = format!("{command}{}", added.map_or("", |(_, added)| added))
        .replace("127.0.0.1:6379", &format!("127.0.0.1:{}", server.port))
        .replace("cache.example:6379", &format!("127.0.0.1:{}", server.port))
        .replace(" URL", &format!(" {}", server.url()));
    let path = std::env::join_paths(
        std::iter::once(folder.join("bin"))
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let output = Process::new("bash")
        .args(["-euo", "pipefail", "-c", &line])
        .current_dir(folder)
        .env("PATH", path.unwrap())
        .env_remove("LARDER_HOME")
        .env_remove("REDISCLI_AUTH")
        .stdin(Stdio::null())
        .output()
        .expect("bash starts");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{place}: {line}\n{}\n{printed}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    Some(printed)
}

#[test]
fn every_link_of_a_page_leads_to_what_the_site_has() {
    let site = tempfile::tempdir().unwrap();
    let docs = root().join("scripts/docs");
    assert!(Process::new(docs).arg("--source").arg(site.path()).status().unwrap().success());
    let mut broken = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(root().join(&page)).unwrap();
        for event in Parser::new(&text) {
            let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event
            else {
                continue;
            };
            let target = dest_url.split('#').next().unwrap_or_default();
            let file = site.path().join(&page).with_file_name(target);
            if !target.is_empty() && !target.contains("://") && !file.is_file() {
                broken.push(format!("{page}: {dest_url}"));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The first page says what `scripts/document` has measured.
#[test]
fn the_first_figures_are_those_of_the_table() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let (head, rest) = readme.split_once("\n## ").unwrap();
    let table = rest.split_once("<!-- begin figures -->").unwrap().1;
    let table = table.split_once("<!-- end figures -->").unwrap().0;
    let cells: BTreeSet<&str> =
        table.split('|').map(|cell| cell.trim_matches([' ', '*'])).collect();
    let items: Vec<&str> = head.split("\n- ").skip(1).collect();
    assert_eq!(items.len(), 3, "{items:?}");
    for item in items {
        let item = item.split("\n\n").next().unwrap();
        let words = item.split_whitespace().map(|word| word.trim_matches(['*', '.', ',', ':']));
        let figures: Vec<&str> = words.filter(|word| word.parse::<f64>().is_ok()).collect();
        assert!(figures.len() >= 2, "{item}");
        for figure in figures {
            assert!(cells.contains(figure), "{figure} is not in the table: {item}");
        }
    }
}

/// The path of a page on the site.
fn on_the_site(page: &str) -> String {
    let page = page.replace("README.md", "index.md");
    format!("{}.html", page.strip_suffix(".md").unwrap())
}

/// Reads the whole site in a browser, and returns what it found: [`fixtures/site.html`] says what.
fn read_the_site(options: &[&str]) -> Option<Value> {
    let browser = browser()?;
    let site = root().join("target/site");
    assert!(site.join("index.html").exists(), "`make docs` builds the site");
    let folder = tempfile::tempdir().unwrap();
    let pages: Vec<String> = pages().iter().map(|page| on_the_site(page)).collect();
    let base = format!("file://{}/", site.display()).replace(' ', "%20");
    let page = include_str!("../fixtures/site.html")
        .replacen("BASE;", &format!("{};", serde_json::to_string(&base).unwrap()), 1)
        .replacen("PAGES;", &format!("{};", serde_json::to_string(&pages).unwrap()), 1);
    let file = folder.path().join("reader.html");
    fs::write(&file, page).unwrap();

    let own = [
        "--allow-file-access-from-files",
        "--virtual-time-budget=100000",
        "--host-resolver-rules=MAP * ~NOTFOUND",
    ];
    let seen = open(&browser, folder.path(), &file, &[&own[..], options].concat());
    let text = seen.dom.split_once("<pre>").unwrap().1.split_once("</pre>").unwrap().0;
    let text = percent_encoding::percent_decode_str(text).decode_utf8().unwrap();
    let found: Value =
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}\n{}", seen.log));
    assert_eq!(found.get("error"), None);
    let complaints: Vec<&str> =
        seen.console().filter(|line| !line.contains("control.example")).collect();
    assert!(complaints.is_empty(), "{complaints:?}");
    let control = texts(&found["requests"]);
    assert!(control.contains(&"http://control.example/"), "{control:?}");
    Some(found)
}

fn texts(found: &Value) -> Vec<&str> {
    found.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

#[test]
#[ignore = "needs target/site: make docs-test"]
fn the_site_is_whole_in_a_browser() {
    let Some(found) = read_the_site(&[]) else { return };
    let site = format!("file://{}/", root().join("target/site").display()).replace(' ', "%20");
    let pages = found["pages"].as_object().unwrap();
    assert!(pages.len() > 20, "{}", pages.len());
    let mut broken = Vec::new();
    for (page, seen) in pages {
        for link in texts(&seen["links"]) {
            let Some(target) = link.strip_prefix(&site) else {
                if !link.starts_with("https://") {
                    broken.push(format!("{page}: {link}"));
                }
                continue;
            };
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let anchor = percent_encoding::percent_decode_str(anchor).decode_utf8().unwrap();
            let is_there = root().join("target/site").join(path).is_file();
            let has_anchor = anchor.is_empty()
                || pages.get(path).is_some_and(|page| texts(&page["ids"]).contains(&&*anchor));
            if !is_there || !has_anchor {
                broken.push(format!("{page}: {target}"));
            }
        }
        look(page, seen, "light");
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    let results = texts(&found["results"]);
    assert!(results.iter().any(|link| link.contains("/php/index.html")), "{results:?}");
    assert!(texts(&found["switched"]).contains(&"navy"), "{}", found["switched"]);
}

#[test]
#[ignore = "needs target/site: make docs-test"]
fn the_site_is_dark_if_the_browser_is() {
    let Some(found) = read_the_site(&["--blink-settings=preferredColorScheme=0"]) else { return };
    for (page, seen) in found["pages"].as_object().unwrap() {
        look(page, seen, "navy");
    }
}

/// A page has its theme, can be read, and fits a phone.
fn look(page: &str, seen: &Value, theme: &str) {
    assert!(texts(&seen["theme"]).contains(&theme), "{page}: {}", seen["theme"]);
    let faint = texts(&seen["faint"]);
    assert!(faint.is_empty(), "{page}: {faint:#?}");
    let requests = texts(&seen["requests"]);
    assert!(requests.is_empty(), "{page}: {requests:?}");
    assert_eq!(seen["width"], 390, "{page}");
    let beyond = texts(&seen["beyond"]);
    assert!(beyond.is_empty(), "{page} has to be scrolled sideways: {beyond:#?}");
}
