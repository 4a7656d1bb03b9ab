//! Arrangement of panels as the tree that is drawn and dragged, and back.

use egui::{Id, Rect};
use egui_tiles::{Container, Linear, LinearDir, Tabs, Tile, TileId, Tree};

use crate::app::Layout;
use explorer::{
    panel::Panel,
    setup::{Part, TileRoom, Tiles},
};

/// Tree of `tiles` in a room, where every place has its least size if there is room for all, and `snap` rounds the
/// positions of the lines between places.
pub(super) fn fitted_tree(tiles: &Tiles, room: Rect, snap: &dyn Fn(f32) -> f32) -> Tree<Panel> {
    let mut nodes = egui_tiles::Tiles::default();
    let mut next = Panel::ALL.len() as u64 + 1;
    let room = TileRoom {
        start: room.min.into(),
        size: room.size().into(),
    };
    let fitted = tiles.fitted(room, Layout::LEAST_PLACE, snap);
    let root = insert(&fitted, &mut nodes, &mut next);
    Tree::new(Id::unique("places"), root, nodes)
}

fn insert(tiles: &Tiles, nodes: &mut egui_tiles::Tiles<Panel>, next: &mut u64) -> TileId {
    let container = match tiles {
        Tiles::Place { open, panels } => {
            let mut tabs = Tabs::new(vec![]);
            for panel in panels {
                let id = pane(*panel);
                nodes.insert(id, Tile::Pane(*panel));
                tabs.children.push(id);
            }
            tabs.active = tabs.children.get(*open).copied();
            Container::Tabs(tabs)
        }
        Tiles::Row(parts) => linear(LinearDir::Horizontal, parts, nodes, next),
        Tiles::Column(parts) => linear(LinearDir::Vertical, parts, nodes, next),
    };
    let id = TileId::from_u64(*next);
    *next += 1;
    nodes.insert(id, Tile::Container(container));
    id
}

fn linear(
    dir: LinearDir,
    parts: &[Part],
    nodes: &mut egui_tiles::Tiles<Panel>,
    next: &mut u64,
) -> Container {
    let mut linear = Linear::new(dir, vec![]);
    for part in parts {
        let child = insert(&part.tiles, nodes, next);
        linear.children.push(child);
        linear.shares.set_share(child, part.share as f32);
    }
    Container::Linear(linear)
}

/// Identity of a panel's tile, the same wherever it stands, so that it can be dragged from frame to frame.
fn pane(panel: Panel) -> TileId {
    let place = Panel::ALL.iter().position(|other| *other == panel);
    TileId::from_u64(place.map_or(0, |place| place as u64 + 1))
}

/// Arrangement that a tree shows; `None` where it holds nothing.
pub(super) fn tiles(tree: &Tree<Panel>) -> Option<Tiles> {
    let mut tiles = read(tree, tree.root()?)?;
    tiles.tidy();
    tiles.is_sound().then_some(tiles)
}

fn read(tree: &Tree<Panel>, id: TileId) -> Option<Tiles> {
    let container = match tree.tiles.get(id)? {
        Tile::Pane(panel) => return Some(Tiles::one(*panel)),
        Tile::Container(container) => container,
    };
    let part = |child: &TileId, share: f32| {
        Some(Part {
            share: f64::from(share),
            tiles: read(tree, *child)?,
        })
    };
    Some(match container {
        Container::Tabs(tabs) => {
            let inside = tabs.children.iter().filter_map(|child| read(tree, *child));
            let panels: Vec<Panel> = inside.flat_map(|tiles| tiles.panels()).collect();
            let active = tabs.active.and_then(|active| read(tree, active));
            let active = active.and_then(|tiles| tiles.panels().first().copied());
            let open = panels.iter().position(|panel| Some(*panel) == active);
            Tiles::Place {
                open: open.unwrap_or(0),
                panels,
            }
        }
        Container::Linear(linear) => {
            let parts = linear.children.iter();
            let parts = parts.filter_map(|child| part(child, linear.shares[*child]));
            match linear.dir {
                LinearDir::Horizontal => Tiles::Row(parts.collect()),
                LinearDir::Vertical => Tiles::Column(parts.collect()),
            }
        }
        Container::Grid(grid) => {
            let parts = grid.children().filter_map(|child| part(child, 1.0));
            Tiles::Row(parts.collect())
        }
    })
}
