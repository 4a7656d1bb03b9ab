//! Python for the numbers and triangles, computed anew from the kernel matrix.

use super::triangle::{BOX, MARGIN, TRIANGLE};
use crate::{analysis::Analysis, panel::coordinates::PAINTS};
use chart::paint_hex;

const PYTHON_NUMBERS: &str = "\
pair = K[np.ix_([I, J], [I, J])]
length = np.sqrt(np.diag(pair))
normalised = pair / np.outer(length, length)
distance = np.sqrt(pair[0, 0] - 2 * pair[0, 1] + pair[1, 1])
angle = np.degrees(np.arccos(np.clip(normalised[0, 1], -1, 1)))
said = [
    f\"‖φ(x)‖ = {length[0]:.6g}, ‖φ(y)‖ = {length[1]:.6g}\",
    f\"k(x, y) = {pair[0, 1]:.6g}, of length 1: {normalised[0, 1]:.6g}\",
    f\"‖φ(x) − φ(y)‖ = {distance:.6g}, angle {angle:.2f}°\",
]
feet = [(\"0\", pair)]";

const PYTHON_MEAN: &str = "\
m, mean = K.mean(axis=1)[[I, J]], K.mean()
centred = pair - m - m[:, None] + mean
variance = np.diag(K).mean() - mean
said += [
    f\"less μ: {centred[0, 1]:.6g}\",
    f\"‖μ‖² = {mean:.6g}, total variance = {variance:.6g}\",
]
feet.append((\"μ\", centred))";

const PYTHON_PICTURE: &str = "\
for (foot, image), left in zip(feet, [LEFT, RIGHT]):
    a, b = np.sqrt(np.diag(image))
    half = np.arccos(np.clip(image[0, 1] / (a * b), -1, 1)) / 2 if a * b > 0 else 0
    x, y = a * np.exp(1j * half), b * np.exp(-1j * half)
    scale = min(WIDTH / max(x.real, y.real), HEIGHT / max(x.imag - y.imag, 1e-300))
    start = complex(left, -MIDDLE) - 0.5j * scale * (x.imag + y.imag)
    x, y = start + scale * x, start + scale * y
    ax.plot([start.real, x.real], [start.imag, x.imag], \"o-\", color=\"FIRST\")
    ax.plot([start.real, y.real], [start.imag, y.imag], \"o-\", color=\"SECOND\")
    ax.plot([x.real, y.real], [x.imag, y.imag], \"k--\", linewidth=1)
    for end, name, beside in [(start, foot, (-12, -3)), (x, \"φ(x)\", (5, 3)), (y, \"φ(y)\", (5, -11))]:
        ax.annotate(name, (end.real, end.imag), beside, textcoords=\"offset points\")
ax.text(0.02, 0.02, \"\\n\".join(said), transform=ax.transAxes)";

/// Python lines of the panel, in which `pair` (2 × 2) holds the inner products of both images, and `centred` those of
/// the images less their mean.
pub(super) fn code(analysis: &Analysis, [i, j]: [usize; 2]) -> Vec<String> {
    let centers = analysis.kernel.centers_last();
    let parts = [
        Some(PYTHON_NUMBERS),
        centers.then_some(PYTHON_MEAN),
        Some(PYTHON_PICTURE),
    ];
    let parts: String = parts
        .into_iter()
        .flatten()
        .flat_map(|part| [part, "\n"])
        .collect();
    let filled = placed(&parts).replace("[I, J]", &format!("[{i}, {j}]"));
    filled.lines().map(str::to_owned).collect()
}

/// Fills the places and colours of the window's triangles into a template of Python lines.
fn placed(part: &str) -> String {
    let [width, height] = TRIANGLE;
    let middle = 2.2 + height / 2.0;
    let [first, second] = PAINTS.map(paint_hex);
    part.replace("WIDTH", &format!("{width:?}"))
        .replace("HEIGHT", &format!("{height:?}"))
        .replace("MIDDLE", &format!("{middle:?}"))
        .replace("LEFT", &format!("{MARGIN:?}"))
        .replace("RIGHT", &format!("{:?}", BOX[0] + MARGIN))
        .replace("FIRST", &first)
        .replace("SECOND", &second)
}
