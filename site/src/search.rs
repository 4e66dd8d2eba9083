//! What can be found: every ruling, card and rule in a few words, for the script of the first page.

use segoc_format::corpus::file_name;
use serde_json::json;

use crate::shelf::Shelf;

/// `[kind, address, title, what it says, further words]` each.
pub(crate) fn index(shelf: &Shelf<'_>) -> String {
    let rulings = shelf.rulings.iter().map(|ruling| {
        let rules: Vec<&str> = ruling.rules.iter().map(|rule| rule.value.word()).collect();
        let words = format!("{} {} {} {}", ruling.id, ruling.title, ruling.card_names.join(" "), rules.join(" "));
        json!(["ruling", format!("r/{}/", ruling.id), ruling.question, ruling.answer, words])
    });
    let cards = shelf.by_card.iter().filter_map(|(stem, at)| {
        let names = &shelf.rulings[*at.first()?].card_names;
        let name = names.iter().find(|name| file_name(name) == *stem)?;
        Some(json!(["card", format!("c/{stem}/"), name, "", ""]))
    });
    let rules = shelf.entries().iter().map(|entry| {
        let beliefs: Vec<&str> = entry.misconceptions.iter().map(|belief| belief.belief.as_str()).collect();
        json!(["rule", format!("rule/{}/", entry.rule), entry.rule.word(), entry.sentence, beliefs.join(" ")])
    });
    let all: Vec<_> = cards.chain(rules).chain(rulings).collect();
    serde_json::to_string(&all).unwrap_or_default()
}
