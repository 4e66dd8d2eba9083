//! What an effect waits for or answers.

use segoc_engine::def::{Cause, CauseWord, Pattern, Timing};

use super::CardReader;
use crate::place::Spanned;
use crate::read::if_written;
use crate::spec;
use crate::spec::words::{EITHER, YOU_OR_OPPONENT};
use crate::yaml::Node;

/// Events about a player rather than about cards.
const ABOUT_A_PLAYER: &[CauseWord] =
    &[CauseWord::Draws, CauseWord::TakesDamage, CauseWord::TakesBattleDamage, CauseWord::GainsLp];

impl CardReader<'_> {
    /// One event, or `{any of: [events]}`.
    pub(super) fn cause(&mut self, node: &Node, timing: Timing) -> Option<Cause> {
        let (key, value) = self.reader.kind(node, &spec::cause::CAUSE)?;
        let any_of = if key.value == "any of" {
            Some(self.each(value, "causes", Self::pattern)).filter(|patterns| !patterns.is_empty())?
        } else {
            vec![self.event(key, value)?]
        };
        Some(Cause { timing, any_of })
    }

    /// One event.
    pub(super) fn pattern(&mut self, node: &Node) -> Option<Pattern> {
        let (key, value) = self.reader.one_key(node, spec::cause::EVENT.what)?;
        if key.value == "any of" {
            self.reader.error(key.span, "`any of` cannot stand here: one event is needed");
            return None;
        }
        if self.reader.is_kind(key, &spec::cause::EVENT) { self.event(key, value) } else { None }
    }

    fn event(&mut self, key: &Spanned<String>, body: &Node) -> Option<Pattern> {
        let Some(event) = CauseWord::from_word(&key.value) else { return self.reader.unread(key) };
        if ABOUT_A_PLAYER.contains(&event) { self.about_a_player(event, body) } else { self.about_cards(event, body) }
    }

    fn about_cards(&mut self, event: CauseWord, body: &Node) -> Option<Pattern> {
        let mut fields = self.reader.fields(body, &spec::cause::ABOUT_CARDS)?;
        let what = fields.need("what").and_then(|node| self.subject(node));
        let who = fields.take("who").and_then(|node| self.reader.word_of(node, "player", YOU_OR_OPPONENT));
        let by = fields.take("by").and_then(|node| self.reader.word(node, "`by`"));
        let from = fields.take("from").map(|node| self.reader.words(node, "place")).unwrap_or_default();
        let how = fields.take("how").map(|node| self.reader.words(node, "way")).unwrap_or_default();
        let including = fields.take("including").map(|node| self.reader.words(node, "doing")).unwrap_or_default();
        let destroying = fields.take("destroying").map(|node| self.group(node));
        fields.finish(&mut self.reader);
        let destroying = if_written(destroying)?;
        Some(Pattern { event, what: Some(what?), who, by, from, how, including, destroying, except: None })
    }

    fn about_a_player(&mut self, event: CauseWord, body: &Node) -> Option<Pattern> {
        let mut fields = self.reader.fields(body, &spec::cause::ABOUT_A_PLAYER)?;
        let who = fields.need("who").and_then(|node| self.reader.word_or(node, "player", YOU_OR_OPPONENT, EITHER));
        let what = fields.take("what").map(|node| self.subject(node));
        let by = fields.take("by").and_then(|node| self.reader.word(node, "`by`"));
        let except = fields.take("except").and_then(|node| self.reader.word(node, "exception"));
        fields.finish(&mut self.reader);
        let (from, how, including) = (Vec::new(), Vec::new(), Vec::new());
        Some(Pattern { event, what: if_written(what)?, who: who?, by, from, how, including, destroying: None, except })
    }
}
