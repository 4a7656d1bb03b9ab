#: look
measured = ‹measured›
shades = plt.cm.ScalarMappable(plt.Normalize(np.nanmin(measured), np.nanmax(measured)), ‹shades›)  #? measured
color = shades.to_rgba(measured[: len(X)])  #? measured
color = np.repeat("‹plain›", len(X))
names = [‹names›]
palette = np.array([‹palette›])
color = palette[label]  #? palette
shape = np.full(len(X), "o")  #? !shaped
shape = np.array(list("‹shapes›"))[label % len("‹shapes›")]  #? shaped
shape[label == ‹unlabelled_class›] = "o"  #? shaped
layers = [(np.full(len(X), True), {})]  #? !marks
# hidden rows are not drawn, and selected ones stand out; all are in the fit  #? marks
drawn = ~np.isin(np.arange(len(X)), ‹hidden›)
selected = np.isin(np.arange(len(X)), ‹selected›)
others = np.full(len(X), False)  #? !alone
others = label != ‹alone›  # one class is shown alone
layers = [  #? marks
    (drawn & others, {"alpha": ‹shadow›}),
    (drawn & ~others & ~selected, {"alpha": ‹faded›}),
    (drawn & ~others & selected, {"edgecolors": "black", "s": 16‹recoloured›}),
]
new_color = ‹new_color›
ring = {"s": 20, "facecolors": "none", "edgecolors": new_color, "linewidths": 0.8}

fig = plt.figure(figsize=(12, 7.5), layout="constrained")
parts = list(fig.subfigures(‹down›, ‹across›, squeeze=False).flat)[:‹count›]  #? in_parts
keys = [plt.Line2D([], [], color=c, marker="o", linestyle="") for c in palette]  #? !shaped
keys = [plt.Line2D([], [], color=c, marker=m, linestyle="") for c, m in zip(palette, "‹shapes›" * len(palette))]  #? shaped
keys.append(plt.Line2D([], [], color="black", marker="o", fillstyle="none", linestyle=""))  #? new
names.append("new rows")  #? new
fig.legend(keys, names, title=‹key›‹key_columns›, loc="outside right center")  #? legend
#: color-bar
‹part›.colorbar(shades, ax=ax, label=‹key›)  #? measured
#: links
links = kneighbors_graph(X, ‹k›).tocoo()
places = data[:, ‹columns›]
ends = np.stack([places[links.row], places[links.col]], axis=1)
ax.add_collection(LineCollection(ends, colors="gray", linewidths=0.4, alpha=0.35, zorder=0))  #? plane
ax.add_collection3d(Line3DCollection(ends, colors="gray", linewidths=0.4, alpha=0.35, zorder=0))  #? !plane
#: space
ax.set_box_aspect((1, 1, 1), zoom=0.85)
ax.set(title=‹title›, xlabel=‹x›, ylabel=‹y›, zlabel=‹z›)
ax.view_init(elev=‹pitch›, azim=‹azimuth›)
ax.locator_params(nbins=4)
#: over-dots
for name, place in zip([‹columns›], ca_columns[:, ‹plane›]):
    ax.annotate(name, place, ha="center", va="center")
ax.update_datalim(ca_columns[:, ‹plane›])  #? columns
ax.autoscale_view()  #? columns
# arrows: where scores go as ‹over_arrows› grows
ax.quiver(*‹scores›[arrow_rows][:, ‹plane›].T, *‹prefix›arrows.T, angles="xy", width=0.004)  #? over_arrows
for row in heaviest:  #? heaviest
    ends = np.stack([‹image›[0, ‹plane›], ‹scores›[row, ‹plane›]])
    ax.plot(*ends.T, color="black", linewidth=2.5 * weight[row] / weight.max(), alpha=0.5)
for (feature, path), name in zip(‹prefix›path_scores.items(), [‹paths›]):
    ax.plot(*path[:, ‹plane›].T, color="‹warning›")
    ax.annotate(name, path[-1, ‹plane›])
ax.plot(*mika_path[:, ‹plane›].T, color="black", linewidth=1)  #? mika_path
ax.plot(*‹image›[0, ‹plane›], "D", color="‹warning›", markeredgecolor="black")  #? probe
#: spectrum
for name, values, offset, c in [‹methods›]:
    r = np.arange(min(‹m›, len(values)))
    ax.bar(1 + r + offset, values[r], ‹width›, color=c, label=name)  #? !log
    ax.plot(1 + r, values[r], "o-", color=c, label=name)  #? log
r = np.arange(min(‹m›, len(shuffled_share)))  #? shuffled
ax.plot(1 + r + ‹offset›, shuffled_share[r], "o--", color="gray", label="95 % of shuffled columns")  #? shuffled
if standing_out < len(r):  #? shuffled
    ax.axvline(standing_out + 0.5, linestyle=":", color="gray")
r = np.arange(‹start›, ‹end›)
ax.bar(r + ‹offset›, ‹sign›spectrum[-len(r):], ‹width›, color="‹warning›", label="negative eigenvalues")  #? bars
ax.plot(r, ‹sign›spectrum[-len(r):], "o-", color="‹warning›", label="negative eigenvalues")  #? points
‹settings›
ax.margins(y=0.3)  # room for the legend  #? free
ax.legend(loc="upper right")
#: full-spectrum
for name, values, c in [‹methods›]:
    r = np.flatnonzero(values ‹kept› 0)
    ax.plot(1 + r, values[r], "‹style›", color=c, label=f"{name}: {np.sum(values > 0)}")
r = np.flatnonzero(spectrum < 0)  #? negative
ax.plot(1 + r, ‹sign›spectrum[r], "‹style›", color="‹warning›", label=f"negative: {len(r)}")  #? negative
‹settings›
ax.legend(title="eigenvalues above 0")
#: variance
for name, values, c in [‹methods›]:
    sums = np.cumsum(values)
    enough = sums >= ‹threshold› - 1e-12
    needed = f"= {enough.argmax() + 1}" if enough.any() else f"> {len(sums)}"
    ax.plot(1 + np.arange(len(sums))[:‹m›], sums[:‹m›], "‹style›", color=c, label=f"{name}: r {needed}")
    if enough[:‹m›].any():
        ax.axvline(enough.argmax() + 1, linestyle=":", color=c)
ax.axhline(‹threshold›, linestyle="--", color="gray")
ax.legend(title="smallest r for α = ‹threshold›", loc="lower right")
‹settings›
#: separation
for name, values, c in [‹methods›]:
    values, spread = values.T
    q = min(‹q›, len(values))
    said = f"{100 * values[q - 1]:.1f} ± {100 * spread[q - 1]:.1f} %"  #? classes
    said = f"{values[q - 1]:.2f} ± {spread[q - 1]:.2f}"  #? !classes
    ax.plot(1 + np.arange(len(values)), values, "o-", color=c, label=f"{name}, q = {q}: {said}")
for name, values, c in [‹on_new›]:
    ax.plot(1 + np.arange(len(values)), values, "--", color=c)
ax.axvline(‹shown›, linestyle=":", color="gray")
ax.axhline(np.bincount(label).max() / len(label), linestyle=":", color="gray")  # chance  #? classes
‹settings›
ax.legend(title="linear discriminant, half from half")  #? classes
ax.legend(title="linear regression, half from half")  #? !classes
#: trust
for name, values, c in [‹methods›]:
    said = "{:.3f} and {:.3f}".format(*values[‹k› - 1])
    ax.plot(1 + np.arange(len(values)), values[:, 0], color=c, label=f"{name}: {said}")
    ax.plot(1 + np.arange(len(values)), values[:, 1], "--", color=c)
ax.axvline(‹k›, linestyle=":", color="gray")
‹settings›
ax.legend(title="trustworthiness (solid) and continuity (dashed), k = ‹k›")
#: shepard
for name, values, c in [‹methods›]:
    said = f"{name}: {spearmanr(input_apart, values)[0]:.2f}"
    ax.plot(input_apart, values / (values.max() or 1), "o", markersize=2, alpha=0.5, color=c, label=said)
‹settings›
ax.legend(title="rank correlation")
#: novelty
threshold = ‹novelty_threshold›
for name, values, c in [‹methods›]:
    n, beyond = len(values), np.sum(values > threshold)
    legend = f"{name} {100 * beyond / n:.1f} % ({beyond} of {n})"
    ax.plot(np.sort(values), 1 - np.arange(1, n + 1) / n, color=c, label=legend)
ax.axvline(threshold, linestyle="--", color="‹warning›")
‹settings›
ax.legend(title="beyond the line")
#: sweep
q = min(‹q›, sweep_quality.shape[1])  #? predicted
ax.plot(sweep_values, sweep_quality[:, q - 1], "‹style›", color="‹first›", label=f"‹predicted› by {q}")
two = sweep_share[:, :2].sum(axis=1)  #? shares
ax.plot(sweep_values, two, "‹style›", color="‹second›", label="variance in the first two")  #? shares
enough = np.cumsum(sweep_share, axis=1) >= ‹threshold› - 1e-12  #? needed
needed = np.where(enough.any(axis=1), enough.argmax(axis=1) + 1.0, np.nan)  #? needed
ax.plot(sweep_values, needed, "‹style›", color="‹first›", label="smallest r for α = ‹threshold›")  #? needed
for j, values in enumerate(sweep_eigenvalues.T[:10]):  #? eigenvalues
    values = np.where(values > 1e-14 * sweep_eigenvalues[:, 0], values, np.nan)
    ax.plot(sweep_values, values, "‹style›", color=plt.cm.viridis(0.09 * j), label=f"λ{j + 1}")
for name, values, c in [‹held_out›]:
    mean, error = values.mean(axis=1), values.std(axis=1, ddof=1) / np.sqrt(values.shape[1])
    ax.plot(sweep_values, mean, color=c, label=name)
    ax.plot(sweep_values, mean - error, ":", sweep_values, mean + error, ":", color=c)
ax.axvline(‹now›, linestyle="--", color="gray")
‹settings›
ax.legend(title="dotted: one standard error")  #? held_out
ax.legend()  #? !held_out
#: denoising-error
for name, (x, y), c in [‹methods›]:
    ax.plot(x, y, "o-", color=c, label=name)
noisy = np.mean((data - clean)[rows] ** 2)  #? noisy
ax.axhline(noisy, linestyle=":", color="gray", label="noisy rows")  #? noisy
ax.axvline(‹q›, linestyle="--", color="gray")
‹settings›
ax.legend()
#: reconstruction-error
for name, r, (fitted_left, other_left), c in [‹methods›]:
    ax.plot(r, fitted_left[: len(r)], "o-", color=c, label=f"{name}, fitted rows")
    ax.plot(r, other_left[: len(r)], "--", color=c, label=f"{name}, ‹other›")
ax.axvline(‹count›, linestyle="--", color="gray")
‹settings›
ax.legend()
#: kernel-matrix
limit = np.abs(ordered).max()  #? shows_centred
image = ax.imshow(ordered, cmap="RdBu_r", vmin=-limit, vmax=limit, extent=(0, len(X), 0, len(X)))  #? shows_centred
image = ax.imshow(ordered, cmap="viridis", extent=(0, len(X), 0, len(X)))  #? !shows_centred
‹part›.colorbar(image, ax=ax)
‹settings›
#: maps
‹part›.suptitle(‹title›)
levels = {
    ‹levels›
}
limit = np.abs(‹values›[:, :, list(levels)]).max()
for place, j in enumerate(levels, start=1):
    ax = ‹part›.add_subplot(‹down›, ‹across›, place)
    values = ‹values›[:, :, j]
    ax.contourf(*‹places›, values, levels[j], cmap="RdBu_r", vmin=-limit, vmax=limit, alpha=0.5)  #? bands
    ax.contour(*‹places›, values, levels[j], colors="black", linewidths=0.5, linestyles="solid")  #? lines
    ‹dots›
    ax.set(‹axes›)
‹part›.colorbar(plt.cm.ScalarMappable(plt.Normalize(-limit, limit), "RdBu_r"), ax=‹part›.axes, alpha=0.5)  #? bands
#: novelty-map
levels = [‹levels›]
bands = ax.contourf(*error_places, error_over_plane, levels, cmap="viridis", vmin=0, vmax=‹most›)  #? bands
‹part›.colorbar(bands, ax=ax)  #? bands
ax.contour(*error_places, error_over_plane, levels, colors="black", linewidths=0.5)  #? lines
ax.contour(*error_places, error_over_plane, [‹novelty_threshold›], colors="‹warning›")
‹dots›
‹settings›
#: multiples
‹part›.suptitle(‹title›)
before = []
for place, value in enumerate(sweep_values[‹places›], start=1):
    plane = turned(swept(value)[2][:, :2], before)
    before = [plane]
    ax = ‹part›.add_subplot(‹down›, ‹across›, place)
    ‹cell›
    ax.set(title=f"‹symbol› = {value:.4g}", xticks=[], yticks=[], aspect="equal", adjustable="datalim")
#: grid
‹part›.suptitle(‹title›)
cells = ‹part›.subplots(len(grid_down), len(grid_across), squeeze=False)
for (i, j), ax in np.ndenumerate(cells):
    plane = grid_planes[i, j]
    ‹cell›
    ax.set(xticks=[], yticks=[], aspect="equal", adjustable="datalim")
    if j == 0:
        ax.set_ylabel(f"‹second› = {grid_down[i]:.4g}")  #? second
        ax.set_ylabel(f"PC{grid_down[i]:.0f}, PC{grid_down[i] + 1:.0f}")  #? !second
    if i == len(grid_down) - 1:
        ax.set_xlabel(f"‹symbol› = {grid_across[j]:.4g}")
#: pre-images
said = [f"distance {d:.4g}" for d in distances] + ["exact"]
pixels = ‹pixels›
ax.imshow(tiles(pre_images, ‹height›, ‹width›), cmap="gray_r")
for i, name in enumerate(found):  #? pixels
    ax.text(‹width› * (i + 0.5), -1, f"{name}\n{said[i]}", ha="center")
for i, (name, z) in enumerate(zip(found, pre_images)):  #? !pixels
    text = f"{name}: {said[i]}\n{np.round(z[:6], 4)}"
    ax.text(0, 1 - (i + 0.5) / len(found), text, va="center")
ax.axis("off")
ax.set_title("Pre-images")
#: denoised
pixels = ‹pixels›
lines = [‹original›[rows], ‹noisy›pca_rebuilt, rebuilt]
lines = [tiles(points[:10], ‹height›, ‹width›) for points in lines]
ax.imshow(np.vstack(lines), cmap="gray_r", vmin=0, vmax=‹original›.max())  #? pixels
ax.axis("off")  #? pixels
ax.set_title(‹title›)  #? pixels
ax.scatter(*data[rows][:, ‹plane›].T, s=8, color="silver")
for name, points, c in [‹methods›]:
    moves = np.stack([data[rows][:, ‹plane›], points[:, ‹plane›]])
    ax.plot(moves[:, :, 0], moves[:, :, 1], color="silver", linewidth=0.5, zorder=0)
    ax.scatter(*points[:, ‹plane›].T, s=8, color=c, label=name)
‹settings›  #? plane
ax.legend()  #? plane
#: nodes
# nodes where the window has them: only nearness has a meaning
places = np.array([
    ‹places›,
])
ends = places[np.argwhere(np.triu(A))]
ax.add_collection(LineCollection(ends, colors="gray", linewidths=0.7, alpha=0.6, zorder=0))
‹nodes›
‹settings›
ax.set(xticks=[], yticks=[])
#: own
‹own›
‹settings›
