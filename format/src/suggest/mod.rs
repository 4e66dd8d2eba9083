//! "Did you mean …?"

mod slang;

/// The word nearest to a misspelt one, if any is near enough.
pub fn nearest<'w>(word: &str, among: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let folded = word.to_lowercase();
    // A word of one or two letters is near to too many others.
    let most = match folded.chars().count() {
        0..=2 => 0,
        letters => (letters / 3).max(1),
    };
    among
        .into_iter()
        .filter(|candidate| candidate.chars().count().abs_diff(folded.chars().count()) <= most)
        .map(|candidate| (strsim::osa_distance(&folded, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The few candidates of which a word is a part, as `Peten` is of `Peten the Dark Clown`; none if there are many.
pub(crate) fn containing<'w>(part: &str, among: impl IntoIterator<Item = &'w str>) -> Vec<&'w str> {
    let part = part.to_lowercase();
    if part.chars().count() < 3 {
        return Vec::new();
    }
    let is_whole = |candidate: &str| {
        let candidate = candidate.to_lowercase();
        candidate.match_indices(&part).any(|(start, found)| {
            let before = candidate[..start].chars().next_back();
            let after = candidate[start + found.len()..].chars().next();
            !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
        })
    };
    let found: Vec<&str> = among.into_iter().filter(|candidate| is_whole(candidate)).collect();
    if found.len() > 3 { Vec::new() } else { found }
}

/// The words that judges mean by a phrase, of those there are.
pub(crate) fn meant_by<'w>(phrase: &str, among: &[&'w str]) -> Vec<&'w str> {
    slang::meant(phrase, among)
}

/// What to say of a notion that has no word.
pub fn missing(phrase: &str) -> Option<&'static str> {
    slang::missing(phrase)
}

/// The word that is meant: by what judges call it, or else by its letters.
pub(crate) fn meant<'w>(word: &str, among: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let among: Vec<&str> = among.into_iter().collect();
    slang::meant(word, &among).first().copied().or_else(|| nearest(word, among))
}

/// "did you mean `x`?", or else the words there are, and what there is no word for.
pub fn help<'w>(word: &str, among: impl IntoIterator<Item = &'w str>) -> String {
    let among: Vec<&str> = among.into_iter().collect();
    let said = slang::meant(word, &among);
    if !said.is_empty() {
        return did_you_mean(&said);
    }
    match nearest(word, among.iter().copied()) {
        Some(near) => did_you_mean(&[near]),
        None if !containing(word, among.iter().copied()).is_empty() => did_you_mean(&containing(word, among)),
        None => possible(word, among),
    }
}

/// The words there are, and what there is no word for.
pub(crate) fn possible<'w>(word: &str, among: impl IntoIterator<Item = &'w str>) -> String {
    let mut among: Vec<&str> = among.into_iter().collect();
    // Of the ids there are, those of the same family.
    if let Some((family, _)) = word.split_once('.') {
        let same = |other: &&str| other.split_once('.').is_some_and(|(of, _)| of == family);
        if among.iter().any(same) {
            among.retain(|other| same(other));
        }
    }
    let families = families(&among);
    let near = related(word, &among);
    let possible = match list(among) {
        _ if !families.is_empty() && !near.is_empty() => did_you_mean(&near),
        _ if !families.is_empty() => {
            format!("there is none like it; they begin with {}, and `segoc rules` lists them", list(families))
        }
        none if none.is_empty() => "there is nothing that could stand here".into(),
        list => format!("possible here: {list}"),
    };
    match missing(word) {
        Some(advice) => format!("{advice} (all words are in corpus/VOCABULARY.md); {possible}"),
        None => possible,
    }
}

/// The families of ids, as `timing.missed` is of `timing.`, if there are too many ids to be listed.
fn families<'w>(among: &[&'w str]) -> Vec<&'w str> {
    const MANY: usize = 40;
    let mut families: Vec<&str> = among.iter().filter_map(|id| Some(&id[..=id.find('.')?])).collect();
    if among.len() <= MANY || families.len() < among.len() {
        return Vec::new();
    }
    families.sort_unstable();
    families.dedup();
    families
}

/// The ids that have most words in common with a text, letter by letter or nearly; none if many have.
fn related<'w>(text: &str, among: &[&'w str]) -> Vec<&'w str> {
    const FEW: usize = 5;
    let text = text.to_lowercase();
    let words = |text: &'_ str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3).map(str::to_owned).collect()
    };
    let wanted = words(&text);
    let shared =
        |id: &str| words(id).iter().filter(|word| nearest(word, wanted.iter().map(String::as_str)).is_some()).count();
    let most = among.iter().map(|id| shared(id)).max().unwrap_or(0);
    let found: Vec<&str> = among.iter().copied().filter(|id| most > 0 && shared(id) == most).collect();
    if found.len() > FEW { Vec::new() } else { found }
}

/// "did you mean `a` or `b`?"
pub(crate) fn did_you_mean(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    format!("did you mean {}?", words.join(" or "))
}

/// "`a`, `b`, `c`".
pub(crate) fn list<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    words.into_iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_words_find_their_neighbours() {
        let words = ["destroy", "discard", "draw", "special summon"];
        assert_eq!(nearest("destory", words), Some("destroy"));
        assert_eq!(nearest("Special Sumon", words), Some("special summon"));
        assert_eq!(nearest("banish", words), None);
        assert_eq!(nearest("a", ["b"]), None);
        assert_eq!(help("dra", words), "did you mean `draw`?");
        assert_eq!(help("summon spell", words), help("xyz", words));
        assert_eq!(help("xyz", words), "possible here: `destroy`, `discard`, `draw`, `special summon`");
    }

    #[test]
    fn parts_of_words_find_the_few_they_belong_to() {
        let rules = ["timing.missed", "timing.last-event", "cost.unpayable", "legality.condition-not-met"];
        assert_eq!(help("condition-not-met", rules), "did you mean `legality.condition-not-met`?");
        assert_eq!(help("timing", rules), "did you mean `timing.missed` or `timing.last-event`?");
        let many: Vec<String> = (0..50).map(|i| format!("family-{}.rule-{i}", i % 3)).collect();
        let with = |id: &'static str| many.iter().map(String::as_str).chain([id]).collect::<Vec<_>>();
        assert_eq!(help("lost-timing", with("timing.misses-it")), "did you mean `timing.misses-it`?");
        let help = help("nonsense", with("timing.misses-it"));
        assert!(help.starts_with("there is none like it; they begin with `family-0.`, `family-1.`"), "{help}");
        assert_eq!(containing("Peten", ["Peten the Dark Clown", "Sangan"]), ["Peten the Dark Clown"]);
        assert!(containing("pete", ["Peten the Dark Clown"]).is_empty(), "only whole words");
        assert!(containing("a", ["a b"]).is_empty(), "too short to mean anything");
        assert!(containing("dark", ["dark a", "dark b", "dark c", "dark d"]).is_empty(), "too many to help");
    }
}
