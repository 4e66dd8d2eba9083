//! placeholder
pub mod def;
mod ids; mod words; mod rule; mod policy; mod prompt; mod log; mod setup;
pub use ids::*; pub use rule::*; pub use policy::*; pub use prompt::*; pub use log::*; pub use setup::*;
