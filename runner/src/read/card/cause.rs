//! What an effect waits for or answers.

use segoc_engine::def::{Cause, CauseWord, Pattern, Timing, Who};

use super::CardReader;
use crate::read::suggest;
use crate::ruling::Spanned;
use crate::yaml::{Kind, Node};

/// Events about a player rather than about cards.
const ABOUT_A_PLAYER: &[CauseWord] =
    &[CauseWord::Draws, CauseWord::TakesDamage, CauseWord::TakesBattleDamage, CauseWord::GainsLp];

impl CardReader<'_> {
    /// One event, or `{any of: [events]}`.
    pub(super) fn cause(&mut self, node: &Node, timing: Timing) -> Option<Cause> {
        let (key, value) = self.reader.one_key(node, "a cause")?;
        let any_of = if key.value == "any of" {
            let items = self.reader.some(value, "causes").unwrap_or_default();
            let patterns: Vec<Pattern> = items.iter().filter_map(|item| self.pattern(item)).collect();
            if patterns.is_empty() {
                return None;
            }
            patterns
        } else {
            vec![self.event(key, value)?]
        };
        Some(Cause { timing, any_of })
    }

    /// One event.
    pub(super) fn pattern(&mut self, node: &Node) -> Option<Pattern> {
        let (key, value) = self.reader.one_key(node, "a cause")?;
        if key.value == "any of" {
            self.reader.error(key.span, "`any of` cannot stand here: one event is needed");
            return None;
        }
        self.event(key, value)
    }

    fn event(&mut self, key: &Spanned<String>, body: &Node) -> Option<Pattern> {
        let Some(event) = CauseWord::from_word(&key.value) else {
            let words = CauseWord::ALL.iter().map(|word| word.word()).chain(["any of"]);
            let help = suggest::help(&key.value, words);
            self.reader.error_help(key.span, format!("unknown event `{}`", key.value), help);
            return None;
        };
        if ABOUT_A_PLAYER.contains(&event) { self.about_a_player(event, body) } else { self.about_cards(event, body) }
    }

    fn about_cards(&mut self, event: CauseWord, body: &Node) -> Option<Pattern> {
        let mut fields = self.reader.fields(body, "an event about cards")?;
        let what = fields.need("what").and_then(|node| self.subject(node));
        let who = fields.take("who").and_then(|node| self.reader.word_of(node, "player", &[Who::You, Who::Opponent]));
        let by = fields.take("by").and_then(|node| self.reader.word(node, "`by`"));
        let from = fields.take("from").map(|node| self.reader.words(node, "place")).unwrap_or_default();
        let how = fields.take("how").map(|node| self.reader.words(node, "way")).unwrap_or_default();
        let including = fields.take("including").map(|node| self.reader.words(node, "doing")).unwrap_or_default();
        let destroying = fields.take("destroying").map(|node| self.group(node));
        fields.finish(&mut self.reader);
        let destroying = match destroying {
            Some(None) => return None,
            group => group.flatten(),
        };
        Some(Pattern { event, what: Some(what?), who, by, from, how, including, destroying, except: None })
    }

    fn about_a_player(&mut self, event: CauseWord, body: &Node) -> Option<Pattern> {
        let mut fields = self.reader.fields(body, "an event about a player")?;
        let who = fields.need("who").and_then(|node| match &node.kind {
            Kind::Str(text) if text == "either" => Some(None),
            Kind::Str(text) if text != "you" && text != "opponent" => {
                self.reader.unknown(node.span, "player", text, ["you", "opponent", "either"]);
                None
            }
            _ => self.reader.word(node, "player").map(Some),
        });
        let what = fields.take("what").map(|node| self.subject(node));
        let by = fields.take("by").and_then(|node| self.reader.word(node, "`by`"));
        let except = fields.take("except").and_then(|node| self.reader.word(node, "exception"));
        fields.finish(&mut self.reader);
        let what = match what {
            Some(None) => return None,
            Some(what) => what,
            None => None,
        };
        let (from, how, including) = (Vec::new(), Vec::new(), Vec::new());
        Some(Pattern { event, what, who: who?, by, from, how, including, destroying: None, except })
    }
}
