//! Clauses that say what is done, turned into what cannot be done.

/// Verbs as they stand in clauses, and behind "cannot".
const VERBS: [(&str, &str); 12] = [
    (" is ", " be "),
    (" are ", " be "),
    (" becomes ", " become "),
    (" become ", " become "),
    (" increases ", " increase "),
    (" decreases ", " decrease "),
    (" takes ", " take "),
    (" draws ", " draw "),
    (" gains ", " gain "),
    (" skips ", " skip "),
    (" chooses ", " choose "),
    (" returns ", " return "),
];

/// That what a clause says cannot be done: "1 Fusion Monster is Special Summoned" as "no Fusion Monster can be Special Summoned". Nothing
/// if the clause has another form.
#[must_use]
pub(crate) fn cannot(clause: &str) -> Option<String> {
    let clause = clause.strip_prefix("right after the effect, ").unwrap_or(clause);
    let depends = ["if ", "until ", "by chance ", "one of these"].iter().any(|lead| clause.starts_with(lead));
    if depends || clause.contains(", and if ") || clause.contains(", then ") || clause.contains(", also ") {
        return None;
    }
    // The verb of a relative clause is not the one.
    let main = |verb: &str| {
        let mut places = clause.match_indices(verb).map(|(place, _)| place);
        places
            .find(|place| !["that", "which", "whose", "originally"].iter().any(|word| clause[..*place].ends_with(word)))
    };
    let found = VERBS.iter().filter_map(|(verb, bare)| Some((main(verb)?, *verb, *bare)));
    let (place, verb, bare) = found.min_by_key(|(place, ..)| *place)?;
    let (subject, rest) = (&clause[..place], &clause[place + verb.len()..]);
    Some(
        match (
            subject.strip_prefix("1 "),
            subject.strip_prefix("all ").or(subject.strip_prefix("as many as possible ")),
        ) {
            (Some(one), _) if one.starts_with("of ") => format!("none {one} can{bare}{rest}"),
            _ if up_to(subject).is_some() => format!("no {} can{bare}{rest}", up_to(subject).unwrap_or_default()),
            (Some(one), _) if !one.starts_with("or more ") => format!("no {one} can{bare}{rest}"),
            (_, Some(all)) => format!("none of the {all} can{bare}{rest}"),
            _ if subject.contains(" of all ") => {
                format!("{} can{bare}{rest}", subject.replacen(" of all ", " of none of the ", 1))
            }
            _ => format!("{subject} cannot{bare}{rest}"),
        },
    )
}

/// The cards of "up to 2 monsters".
fn up_to(subject: &str) -> Option<&str> {
    let (number, cards) = subject.strip_prefix("up to ")?.split_once(' ')?;
    number.chars().all(|c| c.is_ascii_digit()).then_some(cards)
}

#[cfg(test)]
mod tests {
    use super::cannot;

    #[test]
    fn a_clause_is_turned_into_what_cannot_be_done() {
        let said = |clause| cannot(clause).unwrap_or_default();
        assert_eq!(said("Cracking Dragon is Special Summoned"), "Cracking Dragon cannot be Special Summoned");
        assert_eq!(said("1 monster that is a Tuner is banished"), "no monster that is a Tuner can be banished");
        assert_eq!(
            said("all monsters controlled by Joey are destroyed"),
            "none of the monsters controlled by Joey can be destroyed"
        );
        assert_eq!(
            said("right after the effect, 1 Synchro Monster is Special Summoned"),
            "no Synchro Monster can be Special Summoned"
        );
        assert_eq!(said("the ATK of Sangan becomes 0"), "the ATK of Sangan cannot become 0");
        assert_eq!(
            said("the ATK of all Machine monsters becomes double"),
            "the ATK of none of the Machine monsters can become double"
        );
        assert_eq!(said("up to 2 monsters in the GY are banished"), "no monsters in the GY can be banished");
        assert_eq!(cannot("if it is in the GY, Joey takes damage"), None);
    }
}
