//! The command line.
//!
//! It ends with 0 if everything passed, 1 if a ruling failed, 2 if the request or the corpus was wrong.

mod bless;
mod card;
mod check;
mod completions;
mod coverage;
mod deviations;
mod engine;
mod explain;
mod export;
mod github;
mod hunt;
mod junit;
mod list;
mod new;
mod play;
mod progress;
mod puzzle;
mod results;
mod rules;
mod run;
mod schema;
mod select;
mod serve;
mod shared;
mod site;
mod smoke;
mod watch;
mod words;
mod write;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use shared::{Common, Ending, Manners, Output, Problem, Selection, checked, say};

/// Rulings of the Yu-Gi-Oh! card game, run against an engine.
#[derive(Debug, Parser)]
#[command(name = "segoc", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    manners: Manners,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run rulings against the reference engine, or against another one.
    Run(run::Request),
    /// Find rulings by a card, a rule or any words in them, or list all.
    List(list::Request),
    /// Say what a card does as its file has it, and the questions that are answered about it.
    Card(card::Request),
    /// Tell the duel of a ruling step by step, with the rules it rests on.
    Explain(explain::Request),
    /// Say everything that is wrong with the corpus, or with some files.
    Check(check::Request),
    /// Begin the file of a ruling, or of a card.
    New(Box<new::Request>),
    /// Write what the engine did into the checks of a ruling.
    Bless(bless::Request),
    /// Play a duel by hand: every question with what can be done, and why the rest cannot.
    Play(play::Request),
    /// Write the board of a ruling as a puzzle that EDOPro opens.
    Puzzle(puzzle::Request),
    /// Check, play and tell a ruling again whenever it, or a card in it, is saved.
    Watch(watch::Request),
    /// List the rules, or tell everything about one.
    Rules(rules::Request),
    /// Find a word for a card or a ruling by its spelling or its meaning, with an example and cards that use it.
    Words(words::Request),
    /// Show what the corpus shows: from statement to rule to ruling, what is missing first.
    Coverage(coverage::Request),
    /// Show which misconceptions the corpus catches, and which it does not.
    Adequacy(coverage::AdequacyRequest),
    /// Write the schemas for editors and the vocabulary page from the specification of the format.
    Schema(schema::Request),
    /// Play duels that nobody wrote on the reference engine and another one, and write a small ruling where they differ.
    Hunt(Box<hunt::Request>),
    /// Say within seconds whether another engine's adapter works, before any ruling is judged.
    Smoke(smoke::Request),
    /// Print the scores of engines as a table in Markdown, or write a badge.
    Scoreboard(results::ScoreboardRequest),
    /// Show what changed between two runs; ends with 1 if something got worse.
    Compare(results::CompareRequest),
    /// Explain the failures of an engine by the wrong beliefs that would cause them.
    Diagnose(results::DiagnoseRequest),
    /// Serve the reference engine over the protocol, on standard input and output, with the formats of the corpus.
    Serve(serve::Request),
    /// Write the whole corpus as one JSON, for engines that read no YAML.
    Export(export::Request),
    /// Write the corpus as a site: a page for every ruling, card and rule.
    Site(site::Request),
    /// Print what a shell needs to complete these commands.
    Completions(completions::Request),
}

/// Runs the command line of the process.
fn main() -> ExitCode {
    let cli = Cli::parse();
    cli.manners.keep();
    let result = match &cli.command {
        Command::Run(request) => run::run(request),
        Command::List(request) => list::list(request),
        Command::Card(request) => card::card(request),
        Command::Explain(request) => explain::explain(request),
        Command::Check(request) => check::check(request),
        Command::New(request) => new::new(request),
        Command::Bless(request) => bless::bless(request),
        Command::Play(request) => play::play(request),
        Command::Puzzle(request) => puzzle::run(request),
        Command::Watch(request) => watch::watch(request),
        Command::Rules(request) => rules::rules(request),
        Command::Words(request) => words::words(request),
        Command::Coverage(request) => coverage::coverage(request),
        Command::Adequacy(request) => coverage::adequacy(request),
        Command::Schema(request) => schema::schema(request),
        Command::Hunt(request) => hunt::hunt(request),
        Command::Smoke(request) => smoke::run(request),
        Command::Scoreboard(request) => results::scoreboard(request),
        Command::Compare(request) => results::compare(request),
        Command::Diagnose(request) => results::diagnose(request),
        Command::Serve(request) => serve::serve(request),
        Command::Export(request) => export::export(request),
        Command::Site(request) => site::site(request),
        Command::Completions(request) => completions::completions(request, Cli::command()),
    };
    let ending = result.unwrap_or_else(|problem| say(&problem));
    ExitCode::from(ending as u8)
}
