//! Positions of a graph's nodes in a drawing, at distances close to the number of steps between them (E. R.
//! Gansner, Y. Koren and S. North, *Graph drawing by stress majorization*, 2005).

use std::collections::VecDeque;

use super::Graph;

/// Number of nodes above which a graph is not drawn: the layout computes the number of steps between every pair.
const MOST_NODES: usize = 2000;
/// Largest number of sweeps, in each of which every node moves once; more make no visible change.
const MOST_SWEEPS: usize = 200;
/// Largest number of pairs of nodes visited in all sweeps, which take about a fifth of a second.
const MOST_PAIRS: usize = 40_000_000;

/// Positions of the nodes in a drawing; `None` for a graph too large to be drawn.
pub(super) fn layout(graph: &Graph) -> Option<Vec<[f64; 2]>> {
    let n = graph.nodes.len();
    if n > MOST_NODES {
        return None;
    }
    let (steps, apart) = steps(graph);
    let mut places = start(&steps, apart);
    let sweeps = (MOST_PAIRS / n.saturating_mul(n).max(1)).clamp(5, MOST_SWEEPS);
    for _ in 0..sweeps {
        for i in 0..n {
            places[i] = moved(i, &places, &steps[i]);
        }
    }
    Some(places)
}

/// Number of steps between any two nodes (n × n), and the number used for nodes of different connected components,
/// which is larger than any within a component.
fn steps(graph: &Graph) -> (Vec<Vec<f64>>, f64) {
    let neighbors = graph.neighbors();
    let n = neighbors.len();
    let from = |start: usize| {
        let mut steps = vec![None; n];
        steps[start] = Some(0_u32);
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((node, step)) = queue.pop_front() {
            for &neighbor in &neighbors[node] {
                if steps[neighbor].is_none() {
                    steps[neighbor] = Some(step + 1);
                    queue.push_back((neighbor, step + 1));
                }
            }
        }
        steps
    };
    let all: Vec<Vec<Option<u32>>> = (0..n).map(from).collect();
    let longest = all.iter().flatten().flatten().max().copied();
    let apart = f64::from(longest.unwrap_or_default() + 2);
    let steps = all.into_iter().map(|steps| {
        let steps = steps.into_iter();
        steps.map(|steps| steps.map_or(apart, f64::from)).collect()
    });
    (steps.collect(), apart)
}

/// Starting positions: steps from two pairs of distant nodes, plus a small spiral so that no two nodes coincide. Nodes
/// of other connected components stand beside the largest one.
fn start(steps: &[Vec<f64>], apart: f64) -> Vec<[f64; 2]> {
    let n = steps.len();
    let farthest = |score: &dyn Fn(usize) -> f64| {
        let better = |&a: &usize, &b: &usize| score(a).total_cmp(&score(b)).then(b.cmp(&a));
        (0..n).max_by(better).unwrap_or_default()
    };
    if n == 0 {
        return Vec::new();
    }
    let joined = |i: usize, j: usize| steps[i][j] < apart;
    // The first pair lies in the largest piece.
    let first = farthest(&|i| (0..n).filter(|&j| joined(i, j)).count() as f64);
    let within = |steps: f64, i: usize| if joined(first, i) { steps } else { -apart };
    let a = farthest(&|i| within(steps[first][i], i));
    let b = farthest(&|i| within(steps[a][i], i));
    let c = farthest(&|i| within(steps[a][i].min(steps[b][i]), i));
    let d = farthest(&|i| within(steps[c][i] - (steps[a][i] - steps[b][i]).abs(), i));
    (0..n)
        .map(|i| {
            let turn = 2.4 * i as f64;
            let [x, y] = if joined(first, i) {
                [steps[a][i] - steps[b][i], steps[c][i] - steps[d][i]]
            } else {
                [2.0 * apart, 0.0]
            };
            [x / 2.0 + 0.3 * turn.cos(), y / 2.0 + 0.3 * turn.sin()]
        })
        .collect()
}

/// Position of node `i` that minimises the stress Σ (‖xᵢ − xⱼ‖ − dᵢⱼ)²/dᵢⱼ² with the present directions to all
/// other nodes kept fixed.
fn moved(i: usize, places: &[[f64; 2]], steps: &[f64]) -> [f64; 2] {
    let own = places[i];
    let (mut sum, mut weights) = ([0.0; 2], 0.0);
    for (j, (place, &steps)) in places.iter().zip(steps).enumerate() {
        if i == j {
            continue;
        }
        let weight = 1.0 / (steps * steps);
        let apart = [own[0] - place[0], own[1] - place[1]];
        let length = apart[0].hypot(apart[1]).max(1e-9);
        for axis in 0..2 {
            sum[axis] += weight * (place[axis] + steps * apart[axis] / length);
        }
        weights += weight;
    }
    if weights > 0.0 {
        sum.map(|sum| sum / weights)
    } else {
        own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::GraphEdge;

    /// A ring of six nodes and a node apart.
    #[test]
    fn neighbours_stand_closer_than_others() {
        let edge = |i: usize| GraphEdge {
            ends: [i, (i + 1) % 6],
            weight: 1.0,
        };
        let nodes = (0..7).map(|i| i.to_string()).collect();
        let graph = Graph::new(nodes, (0..6).map(edge).collect());
        let places = graph.layout().unwrap();
        let apart =
            |i: usize, j: usize| (places[i][0] - places[j][0]).hypot(places[i][1] - places[j][1]);
        for i in 0..6 {
            let next = apart(i, (i + 1) % 6);
            assert!(next < apart(i, (i + 2) % 6) && next < apart(i, (i + 3) % 6));
            assert!(next > 0.5 && apart(i, 6) > 2.0);
        }
    }
}
