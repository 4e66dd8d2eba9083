//! `segoc serve`: the reference engine over the protocol.

use std::io::{self, BufWriter};

use super::{Ending, Problem, ServeRequest, locate};
use crate::engines::{Reference, serve};

pub(super) fn serve(request: &ServeRequest) -> Result<Ending, Problem> {
    let corpus = locate::corpus(request.corpus.as_deref())?;
    let mut engine = Reference::of(&corpus);
    serve::serve(&mut engine, io::stdin().lock(), BufWriter::new(io::stdout().lock()))?;
    Ok(Ending::Passed)
}
