//! A rerun's figures beside the published ones, and whether the conclusions still hold.

use std::collections::BTreeSet;

use serde::Serialize;

use super::article::{Article, Claim, Conclusion, Figure, Published};
use super::results::{Measurements, ReadThrough};

/// Two measured figures that are closer count as equal: simple loops are no more precise.
const NOISE: f64 = 0.03;

/// All that a rerun has to show: what `--json` writes.
#[derive(Serialize)]
pub struct Outcome {
    pub article: String,
    pub title: String,
    pub full: bool,
    /// How often each codec was measured; its figures are the best of them.
    pub rounds: u32,
    pub groups: Vec<Group>,
    /// The article's Spark job; none if there is none, or it was not run.
    pub read_through: Option<ReadThrough>,
    pub conclusions: Vec<ConclusionVerdict>,
    /// What else was measured and explains the figures, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    pub notes: Vec<String>,
    /// Cases that only `--full` measures.
    pub left_out: Vec<String>,
    /// Codecs without figures, and why.
    pub failures: Vec<String>,
}

/// One figure of one case for all codecs, as a ratio to the article's best.
#[derive(Serialize)]
pub struct Group {
    pub environment: String,
    pub case: String,
    pub figure: Figure,
    /// The codec with the best published value.
    pub best: String,
    pub rows: Vec<FigureRow>,
}

/// Published and measured figure of one codec, in seconds, bytes or percent.
#[derive(Serialize)]
pub struct FigureRow {
    pub codec: String,
    /// None: the article did not measure it.
    pub published: Option<f64>,
    pub published_ratio: Option<f64>,
    pub measured: Option<f64>,
    /// To the measured figure of the article's best.
    pub measured_ratio: Option<f64>,
}

#[derive(Serialize)]
pub struct ConclusionVerdict {
    pub says: String,
    /// None: not measured here.
    pub holds: Option<bool>,
    /// What was measured, in words.
    pub measured: String,
}

impl Outcome {
    pub fn of(
        article: &Article,
        published: &[Published],
        measured: &Measurements,
        full: bool,
        rounds: u32,
    ) -> Outcome {
        Outcome {
            article: article.id.clone(),
            title: article.title.clone(),
            full,
            rounds,
            groups: groups(article, published, measured),
            read_through: None,
            conclusions: article
                .conclusions
                .iter()
                .map(|conclusion| judge(article, published, conclusion, measured))
                .collect(),
            evidence: measured.evidence.clone(),
            notes: article.notes.clone(),
            left_out: left_out(article, full),
            failures: failures(article, measured),
        }
    }
}

fn left_out(article: &Article, full: bool) -> Vec<String> {
    let left_out = article.experiments.iter().filter(|experiment| experiment.full && !full);
    left_out.flat_map(|experiment| experiment.cases.clone()).collect()
}

fn failures(article: &Article, measured: &Measurements) -> Vec<String> {
    let mut said: Vec<(usize, &str, Vec<&str>)> = Vec::new();
    for ((at, codec), why) in &measured.failures {
        match said.iter_mut().find(|(other, reason, _)| other == at && reason == why) {
            Some((_, _, codecs)) => codecs.push(codec),
            None => said.push((*at, why, vec![codec])),
        }
    }
    said.iter()
        .map(|(at, why, codecs)| {
            format!("{}, {}: {why}", codecs.join(", "), article.experiments[*at].cases[0])
        })
        .collect()
}

fn groups(article: &Article, published: &[Published], measured: &Measurements) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for row in published {
        let same = |group: &&mut Group| {
            group.environment == row.environment
                && group.case == row.case
                && group.figure == row.figure
        };
        if groups.iter_mut().find(same).is_none() {
            groups.push(group(article, published, measured, row));
        }
    }
    groups
}

fn group(
    article: &Article,
    published: &[Published],
    measured: &Measurements,
    of: &Published,
) -> Group {
    let members: Vec<&Published> = published
        .iter()
        .filter(|row| {
            row.environment == of.environment && row.case == of.case && row.figure == of.figure
        })
        .collect();
    let best = members
        .iter()
        .min_by(|a, b| of.figure.order(a.value, b.value))
        .expect("the row that the group is made for");
    let experiment = article
        .experiments
        .iter()
        .position(|experiment| experiment.measures(&of.case, &of.environment));
    let here = |codec: &str| measured.figure(experiment?, codec, of.figure);
    let base = here(&best.codec);
    let row = |codec: &str, published: Option<f64>| {
        let figure = here(codec);
        FigureRow {
            codec: codec.into(),
            published,
            published_ratio: published.map(|published| published / best.value),
            measured: figure,
            measured_ratio: figure.zip(base).map(|(figure, base)| figure / base),
        }
    };
    let known = members.iter().map(|member| row(&member.codec, Some(member.value)));
    // What was tried has a row, with figures or without.
    let tried = |row: &FigureRow| {
        let failed = |at| measured.failures.contains_key(&(at, row.codec.clone()));
        row.measured.is_some() || experiment.is_some_and(failed)
    };
    let new =
        article.codecs().filter(|(codec, _)| !published.iter().any(|row| row.codec == *codec));
    let rows = known.chain(new.map(|(codec, _)| row(codec, None)).filter(tried));
    Group {
        environment: of.environment.clone(),
        case: of.case.clone(),
        figure: of.figure,
        best: best.codec.clone(),
        rows: rows.collect(),
    }
}

fn judge(
    article: &Article,
    published: &[Published],
    conclusion: &Conclusion,
    measured: &Measurements,
) -> ConclusionVerdict {
    let figures = ascending(article, published, &conclusion.case, conclusion.figure, measured);
    let here =
        |codec: &str| figures.iter().find(|(name, _)| *name == codec).map(|(_, figure)| *figure);
    // The best of some need not be the best of all.
    let of_all = |codec: &str| here(codec).filter(|_| !article.is_partial());
    let (holds, measured) = match &conclusion.claim {
        Claim::Least { least } => {
            (of_all(least).map(|figure| figure <= figures[0].1 * (1.0 + NOISE)), order(&figures))
        }
        Claim::Most { most } => (
            of_all(most).map(|figure| figure >= figures[figures.len() - 1].1 * (1.0 - NOISE)),
            order(&figures),
        ),
        Claim::Ascending { ascending } => {
            let all: Option<Vec<f64>> = ascending.iter().map(|name| here(name)).collect();
            let named: Vec<_> = figures
                .iter()
                .copied()
                .filter(|(name, _)| ascending.iter().any(|named| named == name))
                .collect();
            (
                all.map(|all| all.windows(2).all(|pair| pair[0] <= pair[1] * (1.0 + NOISE))),
                order(&named),
            )
        }
        Claim::OtherWinner { other_winner_in } => {
            let others = other_winner_in
                .iter()
                .map(|other| ascending(article, published, &other.case, other.figure, measured));
            let winners: Option<BTreeSet<&str>> = std::iter::once(figures.clone())
                .chain(others)
                .map(|figures| figures.first().map(|(name, _)| *name))
                .collect();
            let words = winners.iter().flatten().copied().collect::<Vec<_>>().join(" or ");
            let winners = winners.filter(|_| !article.is_partial());
            (winners.map(|winners| winners.len() > 1), format!("the best is {words}"))
        }
        Claim::Ratio { ratio_of, to, at_least } => {
            let ratio = here(ratio_of).zip(here(to)).map(|(of, to)| of / to);
            let words = ratio.map_or_else(String::new, |ratio| format!("{ratio:.1} times here"));
            (ratio.map(|ratio| ratio >= at_least * (1.0 - NOISE)), words)
        }
    };
    ConclusionVerdict { says: conclusion.says.clone(), holds, measured }
}

/// The measured figures of one case from the smallest, of the article's own codecs: it concluded
/// nothing about others.
fn ascending<'a>(
    article: &'a Article,
    published: &[Published],
    case: &str,
    figure: Figure,
    measured: &Measurements,
) -> Vec<(&'a str, f64)> {
    let experiment =
        article.experiments.iter().position(|experiment| experiment.measures(case, ""));
    let here = |codec: &'a str| Some((codec, measured.figure(experiment?, codec, figure)?));
    let is_its_own = |codec: &&str| published.iter().any(|row| row.codec == *codec);
    let names = article.codecs().map(|(name, _)| name);
    let mut figures: Vec<(&str, f64)> = names.filter(is_its_own).filter_map(here).collect();
    figures.sort_by(|a, b| a.1.total_cmp(&b.1));
    figures
}

/// "msgpack < igbinary (1.2×) < json (3.4×)"
fn order(sorted: &[(&str, f64)]) -> String {
    let Some((_, least)) = sorted.first() else { return String::new() };
    let named = |(name, figure): &(&str, f64)| {
        if figure == least {
            (*name).to_owned()
        } else {
            format!("{name} ({:.2}×)", figure / least)
        }
    };
    sorted.iter().map(named).collect::<Vec<_>>().join(" < ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn article() -> Article {
        serde_json::from_str(
            r#"{"id":"a","title":"A","runtime":"php","codecs":{"x":"x","y":"y","new":"new"},"notes":[],
                "experiments":[{"dataset":"d","loops":1,"cases":["c"]}],
                "conclusions":[
                  {"says":"x is least","case":"c","figure":"encode time","least":"x"},
                  {"says":"y is most","case":"c","figure":"both time","most":"y"},
                  {"says":"x before y","case":"c","figure":"encode time","ascending":["x","y"]},
                  {"says":"twice","case":"c","figure":"encode time","ratio_of":"y","to":"x","at_least":2.0},
                  {"says":"no single winner","case":"c","figure":"encode time","other_winner_in":[{"case":"c","figure":"decode time"}]}]}"#,
        )
        .unwrap()
    }

    fn outcome(x: f64, y: f64) -> Outcome {
        outcome_of(&[("x", x), ("y", y)])
    }

    fn outcome_of(times: &[(&str, f64)]) -> Outcome {
        judged(&article(), times)
    }

    fn judged(article: &Article, times: &[(&str, f64)]) -> Outcome {
        let mut measured = Measurements::default();
        for &(name, value) in times {
            measured.record(0, name, Figure::EncodeTime, value);
            measured.record(0, name, Figure::DecodeTime, if value == 1.5 { 0.5 } else { value });
        }
        let published = ["y", "x"].map(|name| Published {
            environment: "then".into(),
            case: "c".into(),
            codec: name.into(),
            figure: Figure::EncodeTime,
            value: if name == "x" { 1.0 } else { 3.0 },
        });
        Outcome::of(article, &published, &measured, false, 1)
    }

    #[test]
    fn conclusions_hold_or_fail_by_what_was_measured() {
        let holds = |x, y| {
            outcome(x, y)
                .conclusions
                .iter()
                .map(|verdict| verdict.holds.unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(holds(1.0, 2.5), [true, true, true, true, false]);
        assert_eq!(holds(1.0, 1.5), [true, true, true, false, true]);
        assert_eq!(holds(2.0, 1.0), [false, false, false, false, false]);
        assert_eq!(holds(1.01, 1.0), [true, true, true, false, false], "within the noise");
    }

    #[test]
    fn a_codec_that_the_article_did_not_have_has_a_row_and_refutes_nothing() {
        let outcome = outcome_of(&[("x", 1.0), ("y", 2.5), ("new", 0.1)]);
        let rows: Vec<_> =
            outcome.groups[0].rows.iter().map(|row| (row.codec.as_str(), row.measured)).collect();
        assert_eq!(rows, [("y", Some(2.5)), ("x", Some(1.0)), ("new", Some(0.1))]);
        assert_eq!(outcome.conclusions[0].holds, Some(true), "x is the least of the article's");
    }

    #[test]
    fn of_some_codecs_the_best_is_not_judged() {
        let mut some = article();
        some.choose(&["x".to_owned(), "y".to_owned()]).unwrap();
        let outcome = judged(&some, &[("x", 1.0), ("y", 2.5)]);
        let holds: Vec<_> = outcome.conclusions.iter().map(|verdict| verdict.holds).collect();
        assert_eq!(holds, [None, None, Some(true), Some(true), None]);
    }

    #[test]
    fn figures_are_ratios_to_the_articles_best() {
        let group = &outcome(2.0, 5.0).groups[0];
        assert_eq!(group.best, "x");
        let ratios: Vec<_> = group
            .rows
            .iter()
            .map(|row| {
                (row.codec.as_str(), row.published_ratio.unwrap(), row.measured_ratio.unwrap())
            })
            .collect();
        assert_eq!(ratios, [("y", 3.0, 2.5), ("x", 1.0, 1.0)]);
    }

    #[test]
    fn what_was_not_measured_neither_holds_nor_fails() {
        let outcome = Outcome::of(&article(), &[], &Measurements::default(), false, 1);
        assert!(outcome.conclusions.iter().all(|verdict| verdict.holds.is_none()));
    }
}
