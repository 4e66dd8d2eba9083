//! A diagnosis for programs: one JSON object a line.

use serde_json::{Value, json};

use super::{Diagnosis, Hint};
use crate::adequacy::Mistake;
use crate::report::json::written;
use crate::results::Record;

impl Diagnosis {
    /// A line for every explanation, for every failure that has none, and for the counts.
    #[must_use]
    pub fn json(&self) -> Vec<String> {
        let mut lines: Vec<Value> = Vec::new();
        for explanation in &self.explanations {
            let against = explanation.contradicted.iter();
            lines.push(json!({
                "type": "explanation",
                "belief": belief(&explanation.mistake),
                "formats": explanation.formats,
                "explains": explanation.explains.iter().map(|&i| named(&self.failures[i])).collect::<Vec<_>>(),
                "in all": explanation.in_all,
                "against": against.map(|(ruling, format)| json!({"ruling": ruling, "format": format})).collect::<Vec<_>>(),
                "or": explanation.or.iter().map(belief).collect::<Vec<_>>(),
            }));
        }
        for (failure, hints) in &self.unexplained {
            let mut line = named(&self.failures[*failure]);
            line["type"] = "unexplained".into();
            line["message"] = self.failures[*failure].message.clone().into();
            let hint = |hint: &Hint| json!({"belief": hint.mistake.id, "against": hint.against});
            line["hints"] = hints.iter().map(hint).collect::<Vec<_>>().into();
            lines.push(line);
        }
        lines.push(json!({
            "type": "summary",
            "engine": self.engine,
            "failures": self.failures.len(),
            "explained": self.explained(),
            "passed": self.passed,
            "broken": self.broken,
            "unknown": self.unknown,
        }));
        lines.iter().map(written).collect()
    }
}

fn belief(mistake: &Mistake) -> Value {
    json!({"id": mistake.id, "belief": mistake.belief, "rules": mistake.rules})
}

fn named(record: &Record) -> Value {
    json!({"ruling": record.ruling, "name": record.name, "format": record.format})
}
