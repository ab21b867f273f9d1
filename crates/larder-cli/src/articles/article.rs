//! The five articles as data: what they printed, how to rerun them, and what they concluded
//! (`articles/` of this crate).

use std::cmp::Ordering;
use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::failure::Usage;

/// One article and how it is rerun.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Article {
    pub id: String,
    pub title: String,
    pub runtime: String,
    /// The article's names of codecs, with their ids here; none for a codec that is not measured
    /// here.
    codecs: BTreeMap<String, Option<String>>,
    /// Larder's own codecs, under their ids: all that the runtime has. No article had them.
    #[serde(skip)]
    pub larder: Vec<String>,
    /// The names of the only codecs that are measured; all are if there are none.
    #[serde(skip)]
    chosen: Vec<String>,
    pub experiments: Vec<Experiment>,
    /// The article's Spark job, with the same codecs.
    pub read_through: Option<SparkJob>,
    pub conclusions: Vec<Conclusion>,
    pub notes: Vec<String>,
    /// How the article puts a service under load, if it does.
    pub load: Option<Load>,
}

/// Requests to a service: fewer than the article sent, or as many with `--full`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    pub requests: u64,
    pub full_requests: u64,
    pub concurrency: usize,
    pub full_concurrency: usize,
    /// Connections of a second run of one codec, as a multiple of the others' connections.
    pub crowd: f64,
    pub crowded: String,
}

/// One run of the article's loops over one dataset.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    pub dataset: String,
    /// 0 where a service is put under load.
    #[serde(default)]
    pub loops: u64,
    /// The published cases that it measures.
    pub cases: Vec<String>,
    /// Only those whose environment contains this.
    pub environment: Option<String>,
    /// The JVM's -Xmx.
    pub heap: Option<String>,
    pub list: Option<List>,
    /// Only with `--full`.
    #[serde(default)]
    pub full: bool,
}

/// Rows joined with values of a database through Redis.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SparkJob {
    pub dataset: String,
    pub rows: u64,
    pub full_rows: u64,
}

/// Encoded values pushed onto a Redis list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct List {
    pub case: String,
    pub entries: u64,
    pub full_entries: u64,
}

/// What the article concluded from one figure.
#[derive(Deserialize)]
pub struct Conclusion {
    pub says: String,
    pub case: String,
    pub figure: Figure,
    #[serde(flatten)]
    pub claim: Claim,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum Claim {
    Least {
        least: String,
    },
    Most {
        most: String,
    },
    Ascending {
        ascending: Vec<String>,
    },
    /// The smallest here is not the smallest in all of the others: there is no single winner.
    OtherWinner {
        other_winner_in: Vec<Contest>,
    },
    Ratio {
        ratio_of: String,
        to: String,
        at_least: f64,
    },
}

/// One figure of one case.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    pub case: String,
    pub figure: Figure,
}

/// What is measured: an operation and a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub enum Figure {
    #[serde(rename = "encode bytes")]
    Bytes,
    #[serde(rename = "encode time")]
    EncodeTime,
    #[serde(rename = "decode time")]
    DecodeTime,
    #[serde(rename = "both time")]
    BothTimes,
    #[serde(rename = "both peak cpu")]
    PeakCpu,
    #[serde(rename = "store used_memory")]
    UsedMemory,
    #[serde(rename = "throughput")]
    Throughput,
    #[serde(rename = "mean latency")]
    Latency,
}

impl Figure {
    /// The better one of two figures of this kind comes first.
    pub fn order(self, one: f64, other: f64) -> Ordering {
        if self == Figure::Throughput { other.total_cmp(&one) } else { one.total_cmp(&other) }
    }
}

/// A published figure in base units: seconds, bytes, percent, requests per second.
pub struct Published {
    pub environment: String,
    pub case: String,
    pub codec: String,
    pub figure: Figure,
    pub value: f64,
}

const SOURCES: [&str; 5] = [
    include_str!("../../articles/redis-php-2015.json"),
    include_str!("../../articles/igbinary-json-2017.json"),
    include_str!("../../articles/php55-four.json"),
    include_str!("../../articles/jvm-six-2020.json"),
    include_str!("../../articles/spring-2018.json"),
];
const PUBLISHED: &str = include_str!("../../articles/published.csv");

/// All five articles.
pub fn all() -> Result<Vec<Article>> {
    SOURCES
        .iter()
        .map(|source| serde_json::from_str(source).context("a file of articles/"))
        .collect()
}

impl Article {
    /// All codecs that are measured: their names, and their ids here if they have one. The
    /// article's own come first.
    pub fn codecs(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let own = self.codecs.iter().map(|(name, id)| (name.as_str(), id.as_deref()));
        let all = own.chain(self.larder.iter().map(|id| (id.as_str(), Some(id.as_str()))));
        all.filter(|(name, _)| self.chosen.is_empty() || self.chosen.iter().any(|one| one == name))
    }

    /// Measures only the codecs of these names, or all if there are none.
    ///
    /// # Errors
    /// [`Usage`] if there is no codec of a name. Larder's codecs must be known by now.
    pub fn choose(&mut self, names: &[String]) -> Result<()> {
        let known: Vec<&str> = self.codecs().map(|(name, _)| name).collect();
        if let Some(unknown) = names.iter().find(|name| !known.contains(&name.as_str())) {
            let (id, known) = (&self.id, known.join(", "));
            return Err(Usage(format!("{id} has no codec {unknown}; it has {known}")).into());
        }
        self.chosen = names.to_vec();
        Ok(())
    }

    /// Whether only some of its codecs are measured.
    pub fn is_partial(&self) -> bool {
        !self.chosen.is_empty()
    }

    /// Whether a codec belongs to this runtime, which is not the article's own.
    pub fn uses(&self, runtime: &str) -> bool {
        let of = |codec: &String| codec.split_once('/').is_some_and(|(named, _)| named == runtime);
        self.codecs.values().flatten().any(of)
    }

    /// Its figures, in the order in which they were printed.
    pub fn published(&self) -> Result<Vec<Published>> {
        let mut reader = csv::Reader::from_reader(PUBLISHED.as_bytes());
        let rows = reader
            .deserialize::<PublishedLine>()
            .collect::<Result<Vec<_>, _>>()
            .context("articles/published.csv")?;
        let mut published: Vec<Published> = rows
            .into_iter()
            .filter(|line| line.article == self.id)
            .map(PublishedLine::into_published)
            .collect::<Result<_>>()?;
        if self.load.is_some() {
            one_environment(&mut published);
        }
        Ok(published)
    }
}

impl Experiment {
    /// Whether it measures the published `case` of `environment`.
    pub fn measures(&self, case: &str, environment: &str) -> bool {
        let cases = self.cases.iter().chain(self.list.as_ref().map(|list| &list.case));
        let here = self.environment.as_ref().is_none_or(|part| environment.contains(part.as_str()));
        here && cases.into_iter().any(|name| name == case)
    }
}

#[derive(Deserialize)]
struct PublishedLine {
    article: String,
    environment: String,
    case: String,
    codec: String,
    operation: String,
    metric: String,
    value: String,
    unit: String,
}

impl PublishedLine {
    fn into_published(self) -> Result<Published> {
        let figure = match (self.operation.as_str(), self.metric.as_str()) {
            ("encode", "bytes" | "mean bytes") => Figure::Bytes,
            ("encode", "time") => Figure::EncodeTime,
            ("decode", "time") => Figure::DecodeTime,
            ("both", "peak cpu") => Figure::PeakCpu,
            (_, "used_memory") => Figure::UsedMemory,
            (_, "throughput") => Figure::Throughput,
            (_, "mean latency") => Figure::Latency,
            (operation, metric) => {
                anyhow::bail!(
                    "articles/published.csv, {}: unknown figure {operation} {metric}",
                    self.article
                )
            }
        };
        let unit = match self.unit.as_str() {
            "ms" => 1e-3,
            "MB" => 1e6,
            "GB" => 1e9,
            _ => 1.0,
        };
        let value = middle(&self.value).with_context(|| {
            format!("articles/published.csv, {}: malformed figure {}", self.article, self.value)
        })? * unit;
        Ok(Published {
            environment: self.environment,
            case: self.case,
            codec: self.codec,
            figure,
            value,
        })
    }
}

/// The article put one codec under another load than the others and compared it with them. Its
/// figures are treated the same here.
fn one_environment(published: &mut [Published]) {
    for at in 1..published.len() {
        let (before, row) = published.split_at_mut(at);
        if let Some(first) = before.iter().find(|first| first.case == row[0].case) {
            row[0].environment.clone_from(&first.environment);
        }
    }
}

/// A figure such as "0.435-0.466", a range of runs, as its middle.
fn middle(value: &str) -> Option<f64> {
    let parts: Vec<f64> = value.split('-').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    Some(parts.iter().sum::<f64>() / parts.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::is_larder;

    #[test]
    fn every_published_figure_belongs_to_an_article_that_knows_its_codec() {
        let articles = all().unwrap();
        let published: Vec<(usize, Published)> = articles
            .iter()
            .enumerate()
            .flat_map(|(at, article)| {
                article.published().unwrap().into_iter().map(move |row| (at, row))
            })
            .collect();
        assert_eq!(published.len(), PUBLISHED.lines().count() - 1);
        for (at, row) in published {
            assert!(
                articles[at].codecs.contains_key(&row.codec),
                "{} of {}",
                row.codec,
                articles[at].id
            );
            let run = articles[at]
                .experiments
                .iter()
                .any(|experiment| experiment.measures(&row.case, &row.environment));
            assert!(run, "{} {}", articles[at].id, row.case);
        }
    }

    #[test]
    fn no_article_lists_codecs_of_larders_as_all_of_them_are_measured() {
        for article in all().unwrap() {
            let mut ids = article.codecs().filter_map(|(_, id)| id);
            assert!(!ids.any(is_larder), "{}", article.id);
        }
    }

    #[test]
    fn every_conclusion_is_about_a_published_case_and_published_codecs() {
        for article in all().unwrap() {
            let published = article.published().unwrap();
            for conclusion in &article.conclusions {
                let names = match &conclusion.claim {
                    Claim::Least { least: name } | Claim::Most { most: name } => vec![name],
                    Claim::Ascending { ascending } => ascending.iter().collect(),
                    Claim::OtherWinner { .. } => vec![],
                    Claim::Ratio { ratio_of, to, .. } => vec![ratio_of, to],
                };
                for name in names {
                    assert!(
                        published
                            .iter()
                            .any(|row| row.case == conclusion.case && row.codec == *name),
                        "{}",
                        conclusion.says
                    );
                }
            }
        }
    }

    #[test]
    fn a_range_of_runs_counts_as_its_middle() {
        assert_eq!([middle("0.4-0.6"), middle("139"), middle("x")], [Some(0.5), Some(139.0), None]);
    }
}
