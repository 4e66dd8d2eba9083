//! Short numbers for texts, by which a result can be told from one of an earlier state of its files.

/// The digest of a text, the same on every machine: FNV-1a, over everything but the ends of lines.
pub fn of_text(text: &str) -> String {
    let bytes = text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n'));
    let hash =
        bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}

/// The digest of what a ruling plays: its text from the duel on. Sources, rules and answers may change without it.
pub fn of_ruling(text: &str) -> String {
    let begins = |key: &str| if text.starts_with(key) { Some(0) } else { text.find(&format!("\n{key}")) };
    let start = [begins("duel:"), begins("play:")].into_iter().flatten().min().unwrap_or_default();
    of_text(&text[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_played_counts() {
        let ruling =
            |head: &str, play: &str| of_ruling(&format!("id: A\nanswer: {head}\nduel:\n  Yugi: {{}}\nplay:\n{play}\n"));
        assert_eq!(ruling("Yes.", "  - ends: draw"), ruling("No.", "  - ends: draw"));
        assert_ne!(ruling("Yes.", "  - ends: draw"), ruling("Yes.", "  - ends: Yugi wins"));
        assert_eq!(of_ruling("duel: {}\r\nplay: []\r\n"), of_ruling("duel: {}\nplay: []\n"));
        assert_eq!(of_text("a"), "af63dc4c8601ec8c");
    }
}
