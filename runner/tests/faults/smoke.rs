//! `segoc smoke`: whether an adapter works at all.

use super::tests;

tests![];
