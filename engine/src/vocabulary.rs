//! Closed vocabularies: an enum whose variants have one spelling each.

/// Declares an enum of words with its spellings, in one place for reading and printing.
///
/// The comment of a word is kept as [`about`](crate::def::Who::about): people who write the word see it in their editor.
#[macro_export]
macro_rules! vocabulary {
    ($(#[$meta:meta])* $name:ident {
        $($(#[doc = $about:literal])* $([$($vmeta:meta),*])? $variant:ident = $word:literal,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $($(#[doc = $about])* $($(#[$vmeta])*)? #[doc = concat!("Written `", $word, "`.")] $variant,)+
        }

        impl $name {
            /// Every word, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The spelling of this word.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// What this word means, in a sentence; empty where it says it itself.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self { $(Self::$variant => concat!($($about),*).trim_ascii()),+ }
            }

            /// The word with this spelling.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|w| w.word() == word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

/// A [`vocabulary!`] of the engine, serialised as its spelling.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[doc = $about:literal])* $variant:ident = $word:literal,)+ }) => {
        $crate::vocabulary! {
            $(#[$meta])*
            #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
            #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
            $name {
                $($(#[doc = $about])* [cfg_attr(feature = "serde", serde(rename = $word))] $variant = $word,)+
            }
        }
    };
}
pub(crate) use words;
