//! `segoc serve`: the reference engine over the protocol.

use std::io::{self, BufWriter};

use super::shared::Place;
use super::{Ending, Problem};
use segoc_runner::engines::serve::Broken;
use segoc_runner::engines::{Reference, serve};

pub(super) fn serve(place: &Place) -> Result<Ending, Problem> {
    let mut engine = Reference::of(&place.corpus()?);
    match serve::serve(&mut engine, io::stdin().lock(), BufWriter::new(io::stdout().lock())) {
        Ok(()) => Ok(Ending::Passed),
        Err(Broken::Input(error)) => Err(Problem::plain(format!("the input cannot be read: {error}"))),
        Err(Broken::Output(error)) => Err(Problem::Output(error)),
    }
}
