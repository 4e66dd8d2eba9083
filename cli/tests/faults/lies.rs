//! Engines that lie: what they tell contradicts itself, and every duel in which they do is a bad message.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write;

use segoc_protocol::{Answer, Board, Engine, FaultKind, Hello, Refused, Reply, Start, Trouble};
use segoc_runner::engines::Reference;
use segoc_runner::outcome::Outcome;
use segoc_runner::play::play;
use segoc_runner::trial::trials;
use serde_json::{Value, json};

use super::common::{TestCorpus, fits, real_corpus, right};
use super::{Run, Small, broken_engine, table, tests};

tests![
    every_lie_is_found_out_wherever_it_is_told,
    only_what_was_promised_is_held_against_an_engine,
    another_engine_after_a_restart_is_found_out,
    another_engine_beside_the_first_is_found_out,
    an_engine_of_this_process_is_held_to_it_too,
];

/// Every so many trials of the corpus are played: enough to meet each lie often, and few enough to wait for.
const SAMPLE: &str = "1/61";

fn every_lie_is_found_out_wherever_it_is_told() {
    let small = Small::new("lies");
    for [lie, least, says] in table("Lies") {
        let told = small.file("told");
        let _ = fs::remove_file(&told);
        let engine = broken_engine(&format!("lie: {lie}"), "always", &told);
        let options = ["run", "--engine", &engine, "--output", "json", "--crashes", "10000", "--shard", SAMPLE];
        let run = Run::of(&TestCorpus::real().run(&options));
        let mut caught = 0;
        for line in &run.lines {
            if ["passed", "disputed"].contains(&line["outcome"].as_str().unwrap_or_default()) {
                continue;
            }
            assert_eq!(line["outcome"], "bad message", "{lie}: {line:#}");
            let message = line["message"].as_str().unwrap_or_default();
            let why = message.strip_prefix("the engine wrote a message that does not fit the duel: ");
            assert!(why.is_some_and(|why| says.split(" / ").any(|says| fits(says, why))), "{lie}: {line:#}");
            // The line is shown as it was written.
            let last = line["messages"].as_array().and_then(|all| all.last()).and_then(Value::as_str);
            let whole = last.and_then(|last| last.strip_prefix("< ")).map(serde_json::from_str::<Value>);
            assert!(whole.is_some_and(|whole| whole.is_ok()), "{lie}: {line:#}");
            caught += 1;
        }
        let told = fs::read_to_string(&told).unwrap_or_default().len();
        assert_eq!(caught, told, "{lie}: in so many duels it was found out, in so many told");
        assert!(caught >= least.parse().expect("a number"), "{lie}: only {caught}");
    }
}

fn only_what_was_promised_is_held_against_an_engine() {
    let run = |mischief: &str| {
        let engine = broken_engine(mischief, "always", "");
        Run::of(&TestCorpus::real().run(&["run", "--engine", &engine, "--output", "json", "--shard", SAMPLE]))
    };
    // Without `causes` nobody needs to tell where from and where to, nor that a card that is activated leaves the hand.
    for mischief in ["without instants", "without causes", "without details"] {
        let run = run(mischief);
        assert!(run.outcomes().iter().all(|outcome| ["passed", "disputed"].contains(outcome)), "{:#?}", run.lines);
    }
}

fn another_engine_after_a_restart_is_found_out() {
    let small = Small::new("another");
    let run = small.run(&broken_engine("be another after a restart", "Dark Hole", &small.file("first")), &[]);
    assert_eq!(run.outcomes(), ["passed", "crashed", "bad message", "bad message"], "{:#?}", run.lines);
    let says = "another engine introduced itself: `version` was `0.1.0` and is `0.1.0 beta`, `capabilities` was `windows, \
                instants, outcomes, reasons, causes, battle` and is `windows, instants, outcomes, reasons, battle`";
    assert_eq!(run.lines[2]["message"], says);
    assert!(run.lines[2]["messages"].to_string().contains("0.1.0 beta"), "{:#}", run.lines[2]);
}

fn another_engine_beside_the_first_is_found_out() {
    let small = Small::new("beside");
    let engine = broken_engine("be another beside the first", "always", &small.file("first"));
    let run = Run::of(
        &small.segoc(&["run", "--engine", &engine, "--jobs", "2", "--output", "json"]).output().expect("a run"),
    );
    let mut outcomes = run.outcomes();
    outcomes.sort_unstable();
    outcomes.dedup();
    assert_eq!(outcomes, ["bad message", "passed"], "{:#?}", run.lines);
}

/// The reference engine, which says everything twice.
struct Twice(Reference);

impl Twice {
    fn twice(reply: Reply) -> Reply {
        Reply { events: reply.events.into_iter().flat_map(|event| [event.clone(), event]).collect(), ..reply }
    }
}

impl Engine for Twice {
    fn about(&self) -> &Hello {
        self.0.about()
    }

    fn start(&mut self, duel: &Start) -> Result<Reply, Trouble> {
        self.0.start(duel).map(Self::twice)
    }

    fn answer(&mut self, answer: &Answer) -> Result<Reply, Trouble> {
        self.0.answer(answer).map(Self::twice)
    }

    fn board(&self) -> Option<Board> {
        self.0.board()
    }

    fn refused(&self) -> Vec<Refused> {
        self.0.refused()
    }
}

fn an_engine_of_this_process_is_held_to_it_too() {
    let corpus = real_corpus();
    let mut twice = Twice(Reference::of(&corpus));
    let mut caught = 0;
    for trial in trials(&corpus).iter().step_by(10) {
        let ruling = right(corpus.ruling(&trial.ruling));
        match play(&mut twice, &ruling, trial.format.as_deref().unwrap_or_default()).outcome {
            Outcome::Fault(fault) => {
                assert_eq!(fault.kind, FaultKind::BadMessage, "{fault}");
                assert!(fault.messages[0].starts_with("< {\"type\":\"event\""), "{fault:#?}");
                caught += 1;
            }
            // Nothing happens in a few of them.
            other => assert!(other.is_fine(), "{}: {other:#?}", trial.name()),
        }
    }
    assert!(caught > 110, "{caught}");
}

/// An engine that tells one lie in each duel, as soon as there is occasion for it.
#[derive(Default)]
pub(crate) struct Liar {
    board: Value,
    instant: u64,
    lied: bool,
}

impl Liar {
    /// Tells the lie among the answers to a message, if there is occasion; each duel in which it does leaves a mark in a file.
    pub(crate) fn tell(&mut self, lie: &str, file: &str, message: &Value, answers: &mut Vec<Value>) {
        match message["type"].as_str() {
            Some("start") => *self = Self::default(),
            // What was told before the first answer belongs to the set-up of the story.
            Some("answer") if !self.lied => {
                self.lied = self.told(lie, answers).is_some();
                if self.lied {
                    let mut file = OpenOptions::new().create(true).append(true).open(file).expect("a file");
                    file.write_all(b"x").expect("written");
                }
            }
            _ => {}
        }
        for answer in answers {
            self.instant = answer["instant"].as_u64().unwrap_or(self.instant);
            if answer["board"].is_object() {
                self.board = answer["board"].clone();
            }
        }
    }

    /// Tells the lie; none if there is no occasion.
    fn told(&self, lie: &str, answers: &mut Vec<Value>) -> Option<()> {
        let events = answers.iter().filter(|answer| answer["type"] == "event").count();
        let is = |event: &'static str| move |answer: &Value| answer["event"] == event;
        let find = |answers: &[Value], is: &dyn Fn(&Value) -> bool| answers.iter().position(is);
        match lie {
            "every event twice" => {
                (events > 0).then_some(())?;
                *answers =
                    answers.iter().flat_map(|a| vec![a.clone(); 1 + usize::from(a["type"] == "event")]).collect();
            }
            "all events again" => {
                let again = answers[..events].to_vec();
                find(&again, &|a| a["event"] != "dropped" && a["event"] != "chosen")?;
                answers.splice(events..events, again);
            }
            "a word again" => {
                let moved = |a: &Value| a["from"].is_object() && a["are"] != json!([]);
                let mut again = answers[find(answers, &moved)?].clone();
                again["instant"] = json!(self.now(answers));
                answers.insert(events, again);
            }
            "an event left out" => {
                let moved =
                    |a: &Value| a["from"].is_object() && a["to"]["zone"] != "limbo" && a["from"]["zone"] != "gone";
                answers.remove(find(answers, &moved)?);
            }
            "no instant" => {
                let event = find(answers, &|a| a["event"] == "cards" || a["event"] == "player")?;
                answers[event].as_object_mut()?.remove("instant");
            }
            "from elsewhere" => {
                let event = find(answers, &|a| a["from"].is_object())?;
                let other = if answers[event]["from"]["zone"] == "banished" { "gy" } else { "banished" };
                answers[event]["from"]["zone"] = json!(other);
            }
            "to elsewhere" => {
                let event = find(answers, &|a| a["to"]["zone"] == "gy")?;
                answers[event]["to"]["zone"] = json!("hand");
            }
            "a card that is not there" => {
                let event = find(answers, &is("cards"))?;
                answers[event]["cards"] = json!([999]);
            }
            "resolved twice" => {
                let event = find(answers, &is("resolved"))?;
                let again = answers[event].clone();
                answers.insert(event, again);
            }
            "resolved without being activated" => {
                let event = find(answers, &is("resolved"))?;
                answers[event]["link"] = json!(9);
            }
            "resolved out of order" => {
                let links: Vec<usize> = (0..events).filter(|i| answers[*i]["event"] == "resolved").collect();
                let [one, other] = links.get(..2)? else { return None };
                (answers[*one]["link"], answers[*other]["link"]) =
                    (answers[*other]["link"].clone(), answers[*one]["link"].clone());
            }
            "activated twice" => {
                let event = find(answers, &is("activated"))?;
                let again = answers[event].clone();
                answers.insert(event, again);
            }
            "a phantom destroyed" | "a phantom turn" | "a phantom thief" | "a phantom counter" | "a phantom attack" => {
                let card = self.monster(answers)?["card"].clone();
                if lie == "a phantom attack" && answers.last()?["phase"] == "battle" {
                    return None;
                }
                let (word, more) = match lie {
                    "a phantom destroyed" => ("destroyed", json!({})),
                    "a phantom turn" => ("changed position", json!({})),
                    "a phantom thief" => ("changed control", json!({})),
                    "a phantom attack" => ("attack declared", json!({})),
                    _ => ("counter placed", json!({"count": 1})),
                };
                let mut phantom = json!({"type": "event", "event": "cards", "are": [word], "cards": [card], "instant": self.now(answers)});
                phantom.as_object_mut()?.extend(more.as_object()?.clone());
                answers.insert(events, phantom);
            }
            "a phantom draw" | "phantom damage" | "more paid than there is" => {
                let (is, count) = match lie {
                    "a phantom draw" => ("draws", 1),
                    "phantom damage" => ("takes damage", 100),
                    _ => ("pays lp", 1_000_000),
                };
                let instant = self.now(answers);
                answers.insert(events, json!({"type": "event", "event": "player", "is": is, "player": "Joey", "count": count, "instant": instant}));
            }
            "a phantom phase" => {
                answers.insert(events, json!({"type": "event", "event": "phase", "phase": "draw", "player": "Joey"}))
            }
            "a phantom chain" => answers.insert(events, json!({"type": "event", "event": "chain over"})),
            "another board: lp" => self.change(answers, |board| {
                board["lp"]["Joey"] = json!(board["lp"]["Joey"].as_i64()? + 100);
                Some(())
            })?,
            "another board: lp below 0" => self.change(answers, |board| {
                board["lp"]["Joey"] = json!(-100);
                Some(())
            })?,
            other => {
                let (_, field) = other.split_once("another board: ").unwrap_or_else(|| panic!("unknown lie `{other}`"));
                self.change(answers, |board| {
                    let monster =
                        board["cards"].as_array_mut()?.iter_mut().find(|card| card["zone"] == "monster zone")?;
                    let (one, other) = match field {
                        "zone" => (json!("gy"), json!("gy")),
                        "player" => (json!("Yugi"), json!("Joey")),
                        "position" => (json!("defense"), json!("attack")),
                        "face" => (json!("down"), json!("up")),
                        _ => (json!(7), json!(7)),
                    };
                    let now = monster.get(field).cloned().unwrap_or_else(|| other.clone());
                    monster[field] = if now == one { other } else { one };
                    Some(())
                })?;
            }
        }
        Some(())
    }

    /// Changes the board of the question.
    fn change(&self, answers: &mut [Value], change: impl FnOnce(&mut Value) -> Option<()>) -> Option<()> {
        answers.last_mut().map(|last| &mut last["board"]).filter(|board| board.is_object()).and_then(change)
    }

    /// A monster that the last board showed and about which nothing is told now.
    fn monster(&self, answers: &[Value]) -> Option<&Value> {
        let told: BTreeMap<String, ()> = answers
            .iter()
            .flat_map(|a| a["cards"].as_array().into_iter().flatten())
            .map(|c| (c.to_string(), ()))
            .collect();
        let cards = self.board["cards"].as_array()?;
        cards.iter().find(|card| card["zone"] == "monster zone" && !told.contains_key(&card["card"].to_string()))
    }

    /// The last instant.
    fn now(&self, answers: &[Value]) -> u64 {
        answers.iter().rev().find_map(|answer| answer["instant"].as_u64()).unwrap_or(self.instant)
    }
}
