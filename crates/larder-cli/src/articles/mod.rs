//! `larder articles`: the five published comparisons, rerun with their own loop counts beside their
//! own figures.

mod article;
mod outcome;
mod read_through;
mod rerun;
mod results;
mod service;
mod show;

use anyhow::{Context, Result};

use self::article::Article;
use self::outcome::Outcome;
use self::rerun::Rerun;
use self::results::{Measurements, ReadThrough};
use crate::cli::{ArticlesArgs, SERVICE_CODECS};
use crate::failure::{OK, ROW_FAILED, Usage};
use crate::output;
use crate::runner::{Runtime, Runtimes, is_larder};
use crate::storage::Storage;
use crate::terminal::{Out, say};

/// Returns the exit code.
pub fn run(args: &ArticlesArgs) -> Result<u8> {
    let mut articles = article::all()?;
    let Some(name) = &args.name else {
        show::list(&mut Out::lock(), &articles)?;
        return Ok(OK);
    };
    let Some(at) = articles.iter().position(|article| article.id == *name) else {
        let ids: Vec<&str> = articles.iter().map(|article| article.id.as_str()).collect();
        return Err(
            Usage(format!("there is no article {name}; there are {}", ids.join(", "))).into()
        );
    };
    let article = &mut articles[at];
    if let Some(path) = &args.json {
        output::prove(path)?;
    }
    let published = article.published()?;
    if article.load.is_some() {
        let of_the_service = SERVICE_CODECS.into_iter().filter(|id| is_larder(id));
        article.larder = of_the_service.map(str::to_owned).collect();
        article.choose(&args.codec)?;
    }
    let (measured, joined, code) = match &article.load {
        Some(load) => {
            let (measured, code) =
                service::measure(article, load, &published, args.full, args.rounds)?;
            (measured, None, code)
        }
        None => measure(article, args)?,
    };
    let mut outcome = Outcome::of(article, &published, &measured, args.full, args.rounds);
    outcome.read_through = joined;
    if !args.json.as_deref().is_some_and(output::is_standard) {
        show::outcome(&mut Out::lock(), &outcome)?;
    }
    if let Some(path) = &args.json {
        output::write_json(path, &outcome)?;
    }
    Ok(code)
}

fn measure(
    article: &mut Article,
    args: &ArticlesArgs,
) -> Result<(Measurements, Option<ReadThrough>, u8)> {
    let runtime = Runtime::ALL.into_iter().find(|runtime| runtime.id() == article.runtime);
    let runtime = runtime
        .with_context(|| format!("the article {} must name a runtime or a load", article.id))?;
    let others =
        Runtime::ALL.into_iter().filter(|other| *other != runtime && article.uses(other.id()));
    let runtimes = Runtimes::find(&[runtime].into_iter().chain(others).collect::<Vec<_>>())?;
    if let Some((_, why)) = runtimes.missing.iter().find(|(missing, _)| *missing == runtime) {
        say!("nothing can be measured without the runtime {}: {why}", runtime.id());
        return Ok((Measurements::default(), None, ROW_FAILED));
    }
    let listed = runtimes.found.iter().filter(|found| found.runtime == runtime);
    let ids = listed.flat_map(|found| &found.codecs).map(|codec| codec.id.clone());
    article.larder = ids.filter(|id| is_larder(id)).collect();
    article.choose(&args.codec)?;
    let storage = Storage::private(runtimes.scratch())?;
    if let Storage::Computed(why) = &storage {
        say!("{why}");
    }
    let rerun = Rerun {
        article,
        runtime,
        runtimes: &runtimes,
        storage: &storage,
        full: args.full,
        rounds: args.rounds,
    };
    let measured = rerun.run()?;
    let joined = article.read_through.as_ref().map(|job| rerun.read_through(job)).transpose()?;
    let faulty = measured.faulty || joined.as_ref().is_some_and(|joined| joined.faulty);
    Ok((measured, joined, if faulty { ROW_FAILED } else { OK }))
}
