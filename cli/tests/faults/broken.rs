//! An engine that is broken on purpose: the reference engine, with one piece of mischief at one moment.

use std::fs;
use std::io::{self, BufRead, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use segoc_runner::engines::{Reference, serve::serve};
use serde_json::{Value, json};

use super::common::real_corpus;
use super::lies::Liar;

/// The engine. Its arguments: what it does, when it does it, and what it does it with.
pub(crate) fn main(arguments: &[String]) {
    let [mischief, when, with] = arguments else { panic!("what, when and with what") };
    let mut reference = Reference::of(&real_corpus());
    let mut liar = Liar::default();
    for (spoken, line) in io::stdin().lock().lines().enumerate() {
        let line = line.expect("a line");
        let message: Value = serde_json::from_str(&line).expect("a message");
        let mut answers = answers(&mut reference, &line);
        let is_due = is_due(when, spoken, &message, &line);
        if let Some(capability) = mischief.strip_prefix("without ") {
            without(capability, &mut reference, &mut answers);
        } else if let Some(lie) = mischief.strip_prefix("lie: ") {
            liar.tell(lie, with, &message, &mut answers);
        } else if mischief.starts_with("be another") {
            be_another(mischief, with, is_due, &mut answers);
        } else if is_due {
            answers = perform(mischief, with, answers);
        }
        say(&answers);
    }
}

/// Whether the mischief is due: at certain messages, or in duels with a card.
fn is_due(when: &str, spoken: usize, message: &Value, line: &str) -> bool {
    match when {
        "always" => true,
        "first start" => spoken == 1,
        "first answer" => spoken == 2,
        "hello" | "start" | "answer" => message["type"] == when,
        nth if nth.starts_with("message ") => nth == format!("message {spoken}"),
        card => message["type"] == "start" && line.contains(card),
    }
}

/// What the reference engine says.
fn answers(reference: &mut Reference, line: &str) -> Vec<Value> {
    let mut output = Vec::new();
    serve(reference, line.as_bytes(), &mut output).expect("an answer");
    output.lines().map(|line| serde_json::from_str(&line.expect("UTF-8")).expect("JSON")).collect()
}

fn say(answers: &[Value]) {
    for answer in answers {
        raw(format!("{answer}\n").as_bytes());
    }
}

/// Writes bytes as they are. Whoever listened may have gone.
fn raw(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        std::process::exit(9);
    }
}

fn hang() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// Does the mischief; what is said after it, if anything is.
fn perform(mischief: &str, with: &str, mut answers: Vec<Value>) -> Vec<Value> {
    match mischief {
        "exit" => std::process::exit(3),
        "abort" => std::process::abort(),
        "hang" => hang(),
        "be deaf from now on" => {
            say(&answers);
            hang()
        }
        "dawdle" => std::thread::sleep(Duration::from_millis(with.parse().expect("milliseconds"))),
        "flood" => loop {
            say(&[json!({"type": "event", "event": "cards", "are": ["affected"], "cards": [], "instant": 0})]);
        },
        "flood of long lines" => loop {
            let padding = "x".repeat(4 << 20);
            say(&[
                json!({"type": "event", "event": "dropped", "player": "Yugi", "card": 0, "effect": 0, "padding": padding}),
            ]);
        },
        "long line" => {
            let piece = vec![b'x'; 1 << 20];
            (0..1024).for_each(|_| raw(&piece));
            raw(b"\n");
        }
        "bytes" => {
            raw(b"{\"type\": \"\xff\xfe\"}\n");
            hang()
        }
        "half, then exit" | "half, then hang" => {
            let text = answers[0].to_string();
            raw(&text.as_bytes()[..text.len() / 2]);
            if mischief.ends_with("exit") {
                std::process::exit(0);
            }
            hang()
        }
        "twice" => {
            // In one piece, so that it does not depend on who is faster.
            raw(format!("{0}\n{0}\n", answers[0]).as_bytes());
            answers.clear();
        }
        "banner" => raw(b"Welcome to my engine!\n"),
        "say" => return vec![serde_json::from_str(with).expect("JSON")],
        "chatter" => {
            let event = json!({"type": "event", "event": "dropped", "player": "Yugi", "card": 0, "effect": 0});
            answers.splice(0..0, vec![event; 5_000]);
        }
        "say first" => answers.insert(0, serde_json::from_str(with).expect("JSON")),
        "change the prompt" => {
            let last = answers.last_mut().and_then(Value::as_object_mut).expect("a prompt");
            let change: Value = serde_json::from_str(with).expect("JSON");
            last.extend(change.as_object().expect("fields").clone());
        }
        "add unknown fields" => {
            for answer in &mut answers {
                answer["a field of the future"] = json!({"very": ["new"]});
            }
        }
        "print" => {
            let line = format!("{}\n", "stderr ".repeat(100));
            (0..20_000).for_each(|_| io::stderr().write_all(line.as_bytes()).expect("stderr"));
            eprintln!("the last thing printed: \x1b[31mred\x1b[0m");
            std::process::exit(7);
        }
        "write to a file" => {
            let mut file = fs::OpenOptions::new().create(true).append(true).open(with).expect("a file");
            writeln!(file, "{}", std::process::id()).expect("written");
        }
        // Nobody waits for the child: that is the mischief.
        #[allow(clippy::zombie_processes)]
        "leave a child, then exit" | "leave a child" => {
            let child = Command::new("sleep").arg("300").stdin(Stdio::null()).spawn().expect("a child");
            fs::write(with, child.id().to_string()).expect("written");
            if mischief.ends_with("exit") {
                std::process::exit(4);
            }
        }
        other => panic!("unknown mischief `{other}`"),
    }
    answers
}

/// Introduces itself otherwise if another process was there before, of which a file is witness; the first one is slow or ends.
fn be_another(mischief: &str, file: &str, is_due: bool, answers: &mut [Value]) {
    let is_first = fs::read_to_string(file).map_or(true, |first| first == std::process::id().to_string());
    if is_first {
        fs::write(file, std::process::id().to_string()).expect("written");
        match mischief {
            "be another after a restart" if is_due => std::process::exit(3),
            "be another beside the first" => std::thread::sleep(Duration::from_millis(50)),
            _ => {}
        }
    } else if let Some(Value::Array(claimed)) = answers[0].get_mut("capabilities") {
        claimed.retain(|capability| capability != "causes");
        answers[0]["version"] = json!("0.1.0 beta");
    }
}

/// What an engine without a capability would say.
fn without(capability: &str, reference: &mut Reference, answers: &mut Vec<Value>) {
    // An engine that opens no window in which one can only pass.
    while capability == "windows" && answers.last().is_some_and(|p| p["kind"] == "respond" && p["options"] == json!([]))
    {
        answers.pop();
        answers.extend(self::answers(reference, r#"{"type": "answer", "pass": null}"#));
    }
    // An engine that tells of cards only what every engine must.
    if capability == "details" {
        let causes = ["phase", "moment", "attempted", "triggered", "resolves"];
        answers.retain(|a| a["are"] != json!([]) && !causes.iter().any(|event| a["event"] == *event));
        for answer in answers.iter_mut().filter(|a| a["event"] == "cards" || a["event"] == "player") {
            // Of a player what is left out are the cards they drew, of cards how many counters.
            let left_out = if answer["event"] == "player" {
                ["cards", "with", "from", "to"]
            } else {
                ["count", "with", "from", "to"]
            };
            let fields = answer.as_object_mut().expect("fields");
            left_out.iter().for_each(|field| drop(fields.remove(*field)));
        }
    }
    for answer in answers {
        let Some(fields) = answer.as_object_mut() else { continue };
        if let Some(Value::Array(claimed)) = fields.get_mut("capabilities") {
            claimed.retain(|c| c != capability);
        }
        match capability {
            "instants" => drop(fields.remove("instant")),
            "reasons" => ["refused", "rule", "rests on"].iter().for_each(|field| drop(fields.remove(*field))),
            "outcomes" if fields.get("outcome") == Some(&json!("without effect")) => {
                fields.insert("outcome".into(), json!("done"));
            }
            "boxes" => drop(fields.remove("box")),
            "causes" | "details" => {
                fields.remove("by");
                if let Some(Value::Array(claimed)) = fields.get_mut("capabilities") {
                    claimed.retain(|c| c != "causes");
                }
            }
            _ => {}
        }
    }
}
