#!/usr/bin/env bash
# Draws the README's figures: assets/draw.sh, from the repository's root.
# KPCA names another command than a release build's.
set -euo pipefail
cd "$(dirname "$0")/.."
read -ra kpca <<<"${KPCA:-cargo run --release --quiet --}"

draw() {
    "${kpca[@]}" render --example "$1" --panels "$2" --out "assets/examples/$1.png" \
        --width 840 --height 400 --dpi 116 --no-caption --force
}

mkdir -p assets/examples
draw half-moons pca,kpca
draw concentric-circles pca,kpca
draw swiss-roll input-3d,kpca
draw iris-three input-3d,kpca
draw nonlinear-iris pca-contours,kpca-contours
draw iris-rbf pca,kpca
draw iris-poly pca,kpca
draw kernel-trick feature-map,empirical-maps
draw four-classes kpca-contours,kpca
draw digits pca,kpca
draw unrolled kpca,isomap
draw smoke pca,correspondence
draw pre-images input,pre-images
draw denoise-digits kpca,denoising-error
draw wine kpca,loadings
draw wine-correlations kernel-matrix,kpca
draw karate-club input,kpca
draw promoters kpca,spectrum
draw five-nodes input,kernel-matrix
draw feature-space input,geometry
draw digits-new kpca,separation
draw xor pca,kpca
draw two-spirals pca,kpca
draw elongated-clusters pca,kpca
draw s-curve input-3d,isomap
draw swiss-hole input-3d,isomap
draw concentric-spheres input-3d,kpca
draw trefoil input-3d,kpca
draw one-outlier pca,kpca
draw noise-alone pca,kpca
"${kpca[@]}" render --example half-moons --panels pca-contours,kpca-contours \
    --out assets/contours.png --width 1600 --height 640 --dpi 192 --force
