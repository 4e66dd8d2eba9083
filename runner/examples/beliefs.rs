//! How many of the wrong beliefs of the catalogue a hunt finds, within so many duels each, and how small what it writes is.
//!
//! `cargo run --release -p segoc-runner --example beliefs -- [random|rulings|all] [DUELS] [SEED]`

#![allow(clippy::print_stdout)]

use std::error::Error;

use segoc_format::parallel::on_all_cores;
use segoc_runner::Corpus;
use segoc_runner::adequacy::{Mistake, catches, mistakes};
use segoc_runner::engines::Reference;
use segoc_runner::hunt::{Hunt, Missed, Seen, Source};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let source = match arguments.next().as_deref() {
        None | Some("all") => Source::All,
        Some("random") => Source::Random,
        Some("rulings") => Source::Rulings,
        Some(other) => return Err(format!("random, rulings or all, not {other}").into()),
    };
    let duels: u64 = arguments.next().map_or(Ok(2_000), |number| number.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |number| number.parse())?;
    let corpus = Corpus::found()?;
    let rulings = corpus.check().rulings;
    let formats: Vec<String> = corpus.formats().iter().map(|format| format.name.clone()).collect();
    let hunt = Hunt::new(&corpus, &rulings, &formats, |_| true).seeded(seed).from(source);
    let beliefs = mistakes(corpus.rules()?);

    // The duels do not depend on the engine that is hunted: each is played once for all beliefs.
    let numbers: Vec<u64> = (0..duels).collect();
    let played = on_all_cores(&numbers, |number| {
        let duel = hunt.duel(*number)?;
        let format = duel.format().to_owned();
        let right = corpus.format(&format).map(|format| format.policy.clone()).unwrap_or_default();
        let caught = catches(&duel.ruling, &format, &right, &beliefs);
        Ok::<_, Missed>((duel, caught.unwrap_or_default()))
    });
    let mut missed: std::collections::BTreeMap<String, usize> = Default::default();
    for why in played.iter().filter_map(|played| played.as_ref().err()) {
        let why = format!("{why:?}").chars().take(110).collect::<String>();
        *missed.entry(why).or_default() += 1;
    }
    println!("{} of {duels} duels were compared", played.iter().filter(|played| played.is_ok()).count());
    let mut missed: Vec<(String, usize)> = missed.into_iter().collect();
    missed.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    missed.iter().take(12).for_each(|(why, count)| println!("  {count} not: {why}"));

    let numbered: Vec<(usize, &Mistake)> = beliefs.iter().enumerate().collect();
    let found = on_all_cores(&numbered, |(number, belief)| {
        let wrong = |format: &segoc_format::catalogue::Format| {
            (format.name.clone(), belief.in_policy(&format.policy).unwrap_or_else(|| format.policy.clone()))
        };
        let mut engine = Reference::new(corpus.formats().iter().map(wrong));
        // An engine that says that it cannot play a board says nothing about it.
        let mut caught = played.iter().enumerate().filter_map(|(first, played)| match played {
            Ok((duel, caught)) if caught.contains(number) => Some((first, duel)),
            _ => None,
        });
        let (first, duel, difference) = caught.find_map(|(first, duel)| match hunt.compare(&mut engine, duel) {
            Seen::Differs(difference) => Some((first, duel, difference)),
            Seen::Same | Seen::Unsupported(_) => None,
        })?;
        let (duel, difference) = hunt.shrunk(&mut engine, duel.clone(), *difference);
        Some((first, hunt.find(&mut engine, first as u64, &duel, difference)))
    });
    let mut sizes: Vec<usize> = Vec::new();
    for (belief, found) in beliefs.iter().zip(&found) {
        match found {
            Some((first, Ok(find))) => {
                sizes.push(find.cards);
                println!("{}: duel {first}, {} cards, {}", belief.id, find.cards, find.difference.mechanism);
                if std::env::var_os("FILES").is_some() {
                    println!("{}", find.text);
                }
            }
            Some((first, Err(why))) => println!("{}: duel {first}, not written: {why}", belief.id),
            None => println!("{}: NOT FOUND", belief.id),
        }
    }
    sizes.sort_unstable();
    let median = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
    let all = found.iter().filter(|found| found.is_some()).count();
    println!(
        "{all} of {} found, {} written, median {median} cards, most {:?}",
        beliefs.len(),
        sizes.len(),
        sizes.last()
    );
    Ok(())
}
