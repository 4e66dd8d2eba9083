//! An axis of a policy: a closed list of values, right ones and wrong ones.

/// Declares an axis with its values and their spellings.
macro_rules! axis {
    ($(#[$meta:meta])* $name:ident { $($(#[doc = $about:literal])* $variant:ident = $word:literal,)+ }) => {
        crate::vocabulary::words! { $(#[$meta])* $name { $($(#[doc = $about])* $variant = $word,)+ } }
        impl $name {
            pub(crate) const WORDS: &'static [&'static str] = &[$($word),+];
        }
    };
}
pub(super) use axis;
