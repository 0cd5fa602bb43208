//! Weights that know what they are for: a safetensors file whose notes name the game and the set
//! of planes. They are checked when it is read, so that no network plays a game it does not know.

use gyoji_core::{Game, Planes, PlanesEntry};
use gyoji_nn::{Flaw, Head, Isa, Net, Shape, Tensors};
use gyoji_words::{Text, zero as words};

use crate::config::Network;

/// The version of the notes.
const VERSION: &str = "1";
/// The note that says the version.
const VERSION_NOTE: &str = "gyoji_zero";
const GAME_NOTE: &str = "game";
const PLANES_NOTE: &str = "planes";

/// A network and the planes that it sees.
#[derive(Clone, Debug)]
pub struct Model<G: Game> {
    /// The network.
    pub net: Net,
    /// The name of the set of planes.
    pub planes_name: &'static str,
    /// The planes.
    pub planes: &'static dyn Planes<G>,
}

impl<G: Game> Model<G> {
    /// A new network for those planes, its weights drawn by lot.
    ///
    /// # Errors
    /// If there cannot be such a network.
    pub fn new(
        entry: &PlanesEntry<G>,
        config: &Network,
        isa: Isa,
        seed: u64,
    ) -> Result<Self, Flaw> {
        let net = Net::new(&shape_for(entry.planes, config), isa, seed)?;
        Ok(Model { net, planes_name: entry.name, planes: entry.planes })
    }

    /// The bytes of a file with these weights.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.tensors().to_bytes()
    }

    /// The weights with what they are for.
    pub(crate) fn tensors(&self) -> Tensors {
        let mut tensors = self.net.tensors();
        let notes =
            [(VERSION_NOTE, VERSION), (GAME_NOTE, G::SPEC.id), (PLANES_NOTE, self.planes_name)];
        tensors.notes = notes.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        tensors
    }

    /// Reads a file of weights for one of the sets of planes. A file that says nothing about
    /// itself, from another program, is for the planes whose sizes fit.
    ///
    /// # Errors
    /// If it is no such file, or for another game, other planes or another shape.
    pub fn from_bytes(bytes: &[u8], known: &[PlanesEntry<G>], isa: Isa) -> Result<Self, Text> {
        let tensors = Tensors::from_bytes(bytes).map_err(|flaw| flaw.text().clone())?;
        Model::from_tensors(&tensors, known, isa)
    }

    pub(crate) fn from_tensors(
        tensors: &Tensors,
        known: &[PlanesEntry<G>],
        isa: Isa,
    ) -> Result<Self, Text> {
        let note = |name: &str| tensors.notes.get(name).map(String::as_str);
        let Some(version) = note(VERSION_NOTE) else {
            let mut why = words::no_planes(G::SPEC.id);
            for entry in known {
                match Model::fit(tensors, entry, isa) {
                    Ok(model) => return Ok(model),
                    Err(flaw) => why = flaw,
                }
            }
            return Err(why);
        };
        if version != VERSION {
            return Err(words::other_version(version, VERSION));
        }
        let game = note(GAME_NOTE).unwrap_or("?");
        if game != G::SPEC.id {
            return Err(words::other_game(game, G::SPEC.id));
        }
        let planes = note(PLANES_NOTE).unwrap_or("?");
        let Some(entry) = known.iter().find(|entry| entry.name == planes) else {
            return Err(words::unknown_planes(planes));
        };
        Model::fit(tensors, entry, isa)
    }

    /// The network of these tensors, if it is for those planes.
    fn fit(tensors: &Tensors, entry: &PlanesEntry<G>, isa: Isa) -> Result<Self, Text> {
        let wanted = entry.planes.shape();
        let board = (wanted.height, wanted.width);
        let net = Net::from_tensors(tensors, board, isa).map_err(|flaw| flaw.text().clone())?;
        let shape = net.shape();
        if shape.planes != wanted.channels {
            return Err(words::other_planes(shape.planes, entry.name, wanted.channels));
        }
        let heads: Vec<usize> = shape.heads.iter().map(|head| head.outputs).collect();
        if heads != wanted.heads {
            let (heads, wanted) = (format!("{heads:?}"), format!("{:?}", wanted.heads));
            return Err(words::other_policy(heads, wanted));
        }
        Ok(Model { net, planes_name: entry.name, planes: entry.planes })
    }
}

/// The shape of a network for those planes.
fn shape_for<G: Game>(planes: &dyn Planes<G>, config: &Network) -> Shape {
    let sizes = planes.shape();
    let name = |number: usize| match sizes.heads.len() {
        1 => "policy".to_owned(),
        // Files have the heads in the order of their names.
        _ => format!("policy{}", number + 1),
    };
    let head =
        |(number, &outputs)| Head { name: name(number), filters: config.policy_filters, outputs };
    Shape {
        planes: sizes.channels,
        height: sizes.height,
        width: sizes.width,
        filters: config.filters,
        blocks: config.blocks,
        heads: sizes.heads.iter().enumerate().map(head).collect(),
        value_filters: config.value_filters,
        value_hidden: config.value_hidden,
    }
}
