//! The modules of a crate and what each imports, read from its source text.
//!
//! A node is a module: a file, or an inline `mod name { … }`. An arrow leads from a module to each
//! module that defines something it names, in a `use` or in a path within code.
//!
//! - `mod name;` is no arrow: a parent that only declares its children depends on none of them.
//! - A path through a re-export leads to where the item is defined, so `crate::Error` is an arrow
//!   to `error.rs` and not to `lib.rs`. The re-export itself is an arrow from the file that has it.
//! - A child that names an item defined in its parent's `mod.rs`, while `mod.rs` uses that child,
//!   is a circle: move the item to a file of its own.
//! - What stands under `#[cfg(test)]` does not count.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of one crate, and the arrows between them.
pub struct Modules {
    modules: Vec<Module>,
    /// The line on which the one module first names the other.
    arrows: BTreeMap<(usize, usize), usize>,
}

struct Module {
    /// The file, from `src/` on; for an inline module with `::name` at its end.
    name: String,
    /// As in `crate::format::larder`, without `crate`.
    path: Vec<String>,
    parent: Option<usize>,
    children: HashMap<String, usize>,
    /// What each `use` binds.
    bindings: HashMap<String, Vec<String>>,
    /// Every path that the module names, with its line.
    paths: Vec<(Vec<String>, usize)>,
}

struct Token {
    text: String,
    line: usize,
}

impl Modules {
    /// Reads the crate whose root is this file (`lib.rs` or `main.rs`).
    pub fn read(root: &Path) -> Self {
        let mut modules = Self { modules: Vec::new(), arrows: BTreeMap::new() };
        let source = root.parent().expect("a file in a folder");
        modules.read_file(root, source, Vec::new(), None);
        modules.draw_arrows();
        modules
    }

    /// Every circle: a largest set of modules, each of which reaches all the others.
    pub fn circles(&self) -> BTreeSet<BTreeSet<&str>> {
        let reached: Vec<_> = (0..self.modules.len()).map(|module| self.reach(module)).collect();
        let circles = (0..self.modules.len()).filter(|module| reached[*module].contains(module));
        circles
            .map(|module| {
                let others =
                    reached[module].iter().filter(|other| reached[**other].contains(&module));
                others.map(|other| self.modules[*other].name.as_str()).collect()
            })
            .collect()
    }

    /// The arrows within a circle, one per line, for whoever is to cut it.
    pub fn describe(&self, circle: &BTreeSet<&str>) -> String {
        let name = |module: usize| self.modules[module].name.as_str();
        let within = self
            .arrows
            .iter()
            .filter(|((from, to), _)| [from, to].iter().all(|at| circle.contains(name(**at))));
        within
            .map(|((from, to), line)| format!("  {}:{line} names {}\n", name(*from), name(*to)))
            .collect()
    }

    /// The arrows from a module (with those below it) to another (likewise), by path as in
    /// `format::larder`.
    pub fn arrows(&self, from: &str, to: &str) -> Vec<String> {
        let is_in = |module: usize, top: &str| {
            let path = self.modules[module].path.join("::");
            path == top || path.strip_prefix(top).is_some_and(|rest| rest.starts_with("::"))
        };
        let arrows = self.arrows.iter().filter(|((a, b), _)| is_in(*a, from) && is_in(*b, to));
        arrows
            .map(|((a, b), line)| {
                format!("{}:{line} names {}", self.modules[*a].name, self.modules[*b].name)
            })
            .collect()
    }

    /// The modules that the module of this path declares; an empty path is that of the root.
    pub fn below(&self, path: &str) -> BTreeSet<&str> {
        let is_it = |module: &&Module| module.path.join("::") == path;
        let children = self.modules.iter().find(is_it).map(|module| module.children.keys());
        children.into_iter().flatten().map(String::as_str).collect()
    }

    fn reach(&self, from: usize) -> HashSet<usize> {
        let mut reached = HashSet::new();
        let mut next = vec![from];
        while let Some(module) = next.pop() {
            let arrows = self.arrows.range((module, 0)..(module + 1, 0));
            next.extend(arrows.map(|((_, to), _)| *to).filter(|to| reached.insert(*to)));
        }
        reached
    }

    fn add(&mut self, name: String, path: Vec<String>, parent: Option<usize>) -> usize {
        let number = self.modules.len();
        if let (Some(parent), Some(last)) = (parent, path.last()) {
            self.modules[parent].children.insert(last.clone(), number);
        }
        let (children, bindings, paths) = Default::default();
        self.modules.push(Module { name, path, parent, children, bindings, paths });
        number
    }

    fn read_file(&mut self, file: &Path, source: &Path, path: Vec<String>, parent: Option<usize>) {
        let name = file.strip_prefix(source).expect("a file of the crate").display().to_string();
        let text =
            fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let is_face = ["lib", "main", "mod"]
            .iter()
            .any(|face| file.file_stem().is_some_and(|stem| stem == *face));
        let folder = if is_face { file.with_file_name("") } else { file.with_extension("") };
        let module = self.add(name, path, parent);
        self.read_tokens(&tokens(&text), &folder, source, module);
    }

    fn read_tokens(&mut self, tokens: &[Token], folder: &Path, source: &Path, module: usize) {
        let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
        let mut at = 0;
        while at < tokens.len() {
            let next = match (text(at), text(at + 2)) {
                ("#", "cfg") if text(at + 4) == "test" => end_of_item(tokens, at),
                ("mod", ";") => {
                    let (path, file) =
                        (self.path_below(module, text(at + 1)), child_file(folder, text(at + 1)));
                    self.read_file(&file, source, path, Some(module));
                    at + 3
                }
                ("mod", "{") => {
                    let end = end_of_item(tokens, at);
                    let name = format!("{}::{}", self.modules[module].name, text(at + 1));
                    let child = self.add(name, self.path_below(module, text(at + 1)), Some(module));
                    self.read_tokens(
                        &tokens[at + 3..end - 1],
                        &folder.join(text(at + 1)),
                        source,
                        child,
                    );
                    end
                }
                // `impl Trait + use<'a>` imports nothing.
                ("use", _) if text(at + 1) != "<" => self.read_use(tokens, at + 1, &[], module),
                _ if is_name(text(at)) && (at == 0 || text(at - 1) != "::") => {
                    let mut path = vec![text(at).to_owned()];
                    let mut end = at + 1;
                    while text(end) == "::" && is_name(text(end + 1)) {
                        path.push(text(end + 1).to_owned());
                        end += 2;
                    }
                    if path.len() > 1 {
                        self.modules[module].paths.push((path, tokens[at].line));
                    }
                    end
                }
                _ => at + 1,
            };
            at = next;
        }
    }

    /// Reads the rest of a `use` after `prefix`, and gives where it ends.
    fn read_use(
        &mut self,
        tokens: &[Token],
        mut at: usize,
        prefix: &[String],
        module: usize,
    ) -> usize {
        let mut path = prefix.to_vec();
        let mut bound = None;
        loop {
            match tokens[at].text.as_str() {
                "{" => {
                    at += 1;
                    while tokens[at].text != "}" {
                        at = self.read_use(tokens, at, &path, module);
                        at += usize::from(tokens[at].text == ",");
                    }
                    return at + 1;
                }
                "self" if !path.is_empty() => {}
                "as" => {
                    bound = Some(tokens[at + 1].text.clone());
                    at += 1;
                }
                "," | "}" | ";" => break,
                "*" => bound = Some("_".into()),
                "::" => {}
                name => path.push(name.into()),
            }
            at += 1;
        }
        let bound = bound.or_else(|| path.last().cloned()).unwrap_or_default();
        self.modules[module].paths.push((path.clone(), tokens[at - 1].line));
        if bound != "_" {
            self.modules[module].bindings.insert(bound, path);
        }
        at
    }

    fn path_below(&self, module: usize, name: &str) -> Vec<String> {
        let mut path = self.modules[module].path.clone();
        path.push(name.into());
        path
    }

    fn draw_arrows(&mut self) {
        let mut arrows = BTreeMap::new();
        for (from, module) in self.modules.iter().enumerate() {
            for (path, line) in &module.paths {
                if let Some(to) = self.defining(path, from, 0).filter(|to| *to != from) {
                    let first = arrows.entry((from, to)).or_insert(*line);
                    *first = (*first).min(*line);
                }
            }
        }
        self.arrows = arrows;
    }

    /// The module that defines what `path` means in a module; `None` if that is not of this crate.
    fn defining(&self, path: &[String], within: usize, depth: usize) -> Option<usize> {
        // A name may be bound to a path that begins with the same name, such as that of a crate.
        if depth > 16 {
            return None;
        }
        let mut module = within;
        for (at, name) in path.iter().enumerate() {
            let here = &self.modules[module];
            if name == "crate" {
                module = 0;
            } else if name == "self" {
            } else if name == "super" {
                module = here.parent?;
            } else if let Some(child) = here.children.get(name) {
                module = *child;
            } else if let Some(bound) =
                here.bindings.get(name).filter(|bound| at > 0 || *bound != path)
            {
                let whole = [bound, &path[at + 1..]].concat();
                return self.defining(&whole, module, depth + 1);
            } else {
                // An item: of this module, or of another crate where the path begins with it.
                return (at > 0).then_some(module);
            }
        }
        Some(module)
    }
}

fn child_file(folder: &Path, name: &str) -> PathBuf {
    let file = folder.join(name).with_extension("rs");
    if file.exists() { file } else { folder.join(name).join("mod.rs") }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Behind the item that begins here with its attributes: behind its `;`, or the brackets of its
/// body.
fn end_of_item(tokens: &[Token], mut at: usize) -> usize {
    let mut depth = 0;
    loop {
        match tokens[at].text.as_str() {
            "{" | "[" | "(" => depth += 1,
            "}" if depth == 1 => return at + 1,
            "}" | "]" | ")" => depth -= 1,
            ";" if depth == 0 => return at + 1,
            _ => {}
        }
        at += 1;
    }
}

/// Names, `::` and single signs; neither comments nor literals.
fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let starts = |at: usize, with: &str| bytes[at..].starts_with(with.as_bytes());
    let part_of_name =
        |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < bytes.len() {
        let start = at;
        let mut is_token = false;
        if starts(at, "//") {
            at += text[at..].find('\n').unwrap_or(text.len() - at);
        } else if starts(at, "/*") {
            at = end_of_comment(bytes, at);
        } else if bytes[at] == b'"' {
            at = end_of_text(bytes, at);
        } else if let Some(end) = end_of_raw_text(text, at) {
            at = end;
        } else if bytes[at] == b'\'' {
            at = end_of_char(text, at);
        } else if part_of_name(at) {
            while part_of_name(at) {
                at += 1;
            }
            is_token = true;
        } else if starts(at, "::") {
            at += 2;
            is_token = true;
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
            is_token = !bytes[start].is_ascii_whitespace();
        }
        if is_token {
            tokens.push(Token { text: text[start..at].into(), line });
        }
        line += bytes[start..at].iter().filter(|byte| **byte == b'\n').count();
    }
    tokens
}

fn end_of_comment(bytes: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start + 2, 1);
    while depth > 0 && at < bytes.len() {
        let (step, change) = match &bytes[at..] {
            [b'/', b'*', ..] => (2, 1),
            [b'*', b'/', ..] => (2, -1),
            _ => (1, 0),
        };
        at += step;
        depth += change;
    }
    at
}

fn end_of_text(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at + 1
}

/// Behind `r"…"`, `r#"…"#`, `br"…"` and the like, if one begins here.
fn end_of_raw_text(text: &str, start: usize) -> Option<usize> {
    let rest = &text[start..];
    let rest = rest
        .strip_prefix("br")
        .or_else(|| rest.strip_prefix("cr"))
        .or_else(|| rest.strip_prefix('r'))?;
    let body = rest.trim_start_matches('#').strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(rest.len() - body.len() - 1));
    Some(text.len() - body.len() + body.find(&end)? + end.len())
}

/// Behind a character, or behind the sign that begins a lifetime.
fn end_of_char(text: &str, start: usize) -> usize {
    let mut chars = text[start + 1..].chars();
    match (chars.next(), chars.next()) {
        (Some('\\'), _) => start + 3 + text[start + 3..].find('\'').map_or(0, |end| end + 1),
        (Some(char), Some('\'')) => start + 2 + char.len_utf8(),
        _ => start + 1,
    }
}
