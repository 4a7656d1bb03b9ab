#: beside

beside <- function(name) {
  script <- sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE))
  path <- file.path(dirname(script), name)
  c(path[file.exists(path)], name)[1]
}

#: read
‹variable› <- read.table(
  ‹path›, sep = ‹separator›, dec = "‹decimal›", skip = ‹skipped›,
  quote = "\"", comment.char = "", strip.white = TRUE, na.strings = c(‹missing›)
)
‹variable› <- ‹variable›[rowSums(!is.na(‹variable›)) > 0, ]  # rows of nothing but separators are none  #? hollow
# rows that lack a feature are left out  #? left_out
‹variable› <- ‹variable›[complete.cases(‹variable›[, c(‹features›)]), ]  #? left_out
# as doubles: squares of whole numbers would overflow
‹x› <- 1.0 * as.matrix(‹variable›[, c(‹features›), drop = FALSE])
label <- table[, ‹label›]
#: checked

# stops where the data are not those that this script was written for
as_written <- function(X, shape, first) {
  begin <- head(as.vector(t(head(X, 1))), length(first))
  if (!identical(dim(X), as.integer(shape)) || !isTRUE(all.equal(begin, first, tolerance = 1e-6))) {
    said <- "this script was written for %s numbers that begin with %s, and read %s that begin with %s"
    words <- lapply(list(shape, first, dim(X), begin), paste, collapse = " ")
    stop(do.call(sprintf, c(said, words)), call. = FALSE)
  }
}

as_written(X, ‹data›)
as_written(new_X, ‹new_data›)
#: written
# written by `kpca-explorer script r … --table`, or by Export table as "Data for the script in R"
table <- read.csv(‹path›, check.names = FALSE, na.strings = "")
new <- table[table$rows == "new", ]  #? new
table <- table[table$rows == "fitted", ]  #? new
# as doubles: squares of whole numbers would overflow
X <- 1.0 * as.matrix(table[, ‹columns›, drop = FALSE])
label <- table[, ‹label›]  # ‹column›
new_X <- 1.0 * as.matrix(new[, ‹columns›, drop = FALSE])  #? new
#: scaling
data <- X  # as it came, for the plot
deviation <- rep(1, ncol(X))  # columns are only centred  #? !deviation
# standard deviation with divisor n; constant columns are only centred  #? deviation
deviation <- apply(X, 2, function(v) sqrt(mean((v - mean(v))^2)))  #? deviation
X <- scale(X, scale = ifelse(deviation > 0, deviation, 1))
new_data <- new_X  #? new
new_X <- scale(new_X, attr(X, "scaled:center"), attr(X, "scaled:scale"))  #? new
#: fit

# signs: the entry of largest modulus is positive, the first where several tie
signs <- function(vectors) apply(vectors, 2, function(v) {
  sign(v[which(abs(v) >= (1 - ‹tie›) * max(abs(v)))[1]])
})

pca <- prcomp(X)  #? linear
rotation <- sweep(pca$rotation, 2, signs(pca$rotation), "*")  #? linear
pca_scores <- scale(X, pca$center, FALSE) %*% rotation  #? linear
pca_share <- pca$sdev^2 / sum(pca$sdev^2)  #? linear
new_pca_scores <- scale(new_X, pca$center, FALSE) %*% rotation  #? new_linear
#: kernel

gamma <- ‹gamma›
‹before›
# the program approximated this from ‹landmarks› landmarks, and here it is exact
K <- ‹matrix›
K <- K - outer(rowMeans(K), colMeans(K), "+") + mean(K)  #? centers_first
root <- sqrt(pmax(diag(K), 0))  #? normalizes
root <- ifelse(root > 1e-7 * max(root), root, Inf)  # what has no length is divided by infinity  #? normalizes
K <- K / outer(root, root)  #? normalizes
kpca <- kpca(as.kernelMatrix(K), features = ‹count›, th = 0)  #? centers
# kernlab gives λ/n, and √n times the scores  #? centers
lambda <- eig(kpca) * n  #? centers
scores <- sweep(rotated(kpca), 2, signs(pcv(kpca)), "*") / sqrt(n)  #? centers
scores[!is.finite(scores)] <- 0  # kernlab divides by the root of an eigenvalue of 0 and less  #? centers
# kernlab's kpca would centre it  #? !centers
found <- eigen(K, symmetric = TRUE)  #? !centers
lambda <- pmax(found$values[seq_len(‹count›)], 0)  #? !centers
vectors <- found$vectors[, seq_len(‹count›), drop = FALSE]  #? !centers
scores <- sweep(vectors, 2, signs(vectors) * sqrt(lambda), "*")  #? !centers
# signs are arbitrary: here those that agree with linear PCA  #? aligned
both <- seq_len(min(ncol(scores), ncol(pca_scores)))  #? aligned
agreement <- colSums(scores[, both, drop = FALSE] * pca_scores[, both, drop = FALSE])  #? aligned
scores[, both[agreement < 0]] <- -scores[, both[agreement < 0]]  #? aligned
scores[, ‹mirrored›] <- -scores[, ‹mirrored›]
# shares of the trace: of all variance, not of what is kept
centred <- K - outer(rowMeans(K), colMeans(K), "+") + mean(K)  #? centers
centred <- K  #? !centers
trace <- sum(diag(centred))  #? shares
trace <- Inf  # it is not positive, and shares of it mean nothing  #? !shares
share <- lambda / trace
# all eigenvalues, without rounding errors about zero  #? spectrum
spectrum <- eigen(centred, symmetric = TRUE, only.values = TRUE)$values / trace  #? spectrum
spectrum[abs(spectrum) <= 4 * .Machine$double.eps * norm(K, "F") / trace] <- 0  #? spectrum
new_k <- ‹new_k›
new_k <- sweep(new_k - rowMeans(new_k), 2, colMeans(K)) + mean(K)  #? new_centred
# a component without variance is 0 everywhere  #? new_k
divisor <- ifelse(lambda > 1e-12 * lambda[1], lambda, Inf)  #? new_k
new_scores <- new_k %*% sweep(scores, 2, divisor, "/")  #? new_k
#: look
color <- "‹plain›"
classes <- c(‹names›)
shades <- c(‹shades›)
code <- match(label, type.convert(classes, as.is = TRUE, na.strings = ""))  #? classes
sizes <- c(‹sizes›)
if (!identical(tabulate(code, length(classes)), sizes)) {  #? sizes
  stop("this script was written for classes of ", toString(sizes), " rows, and read others", call. = FALSE)
}
color <- shades[code]  #? classes
shades <- hcl.colors(256, "viridis")  #? quantity
color <- shades[cut(label, 256, labels = FALSE)]  #? quantity
color[is.na(color)] <- "‹unlabelled›"  # no label
#: page
if (!interactive()) cairo_pdf("picture.pdf", 12, 7.5)
par(mfrow = c(‹down›, ‹across›), mar = c(4, 4, 4, 1), mgp = c(2.4, 0.8, 0))
shares <- list(‹spectra›)
shares <- do.call(cbind, lapply(shares, function(s) s[seq_len(max(lengths(shares)))]))  #? spectra
colors <- c(‹colors›)  #? spectra
#: dots
plot(‹x›, ‹y›, col = color, pch = 19, ‹settings›)
points(‹new›)  # new rows
#: spectrum
height <- t(head(shares, ‹m›))
height[height <= 0] <- NA
barplot(height, beside = TRUE, names.arg = seq_len(ncol(height)), col = colors, border = NA,
  ylim = c(0, 1.3 * max(shares, na.rm = TRUE)),  #? free
  legend.text = colnames(shares), args.legend = list(x = "topright", bty = "n", border = NA), ‹settings›)
#: full-spectrum
matplot(head(shares, ‹m›), type = "l", lty = 1, col = colors, ‹settings›)
legend("topright", colnames(shares), col = colors, lty = 1, bty = "n")
#: variance
sums <- apply(shares, 2, cumsum)
needed <- apply(sums >= ‹threshold› - 1e-12, 2, function(enough) which(enough)[1])
matplot(head(sums, ‹m›), type = "o", pch = 19, lty = 1, col = colors, ‹settings›)
abline(h = ‹threshold›, lty = 2)
abline(v = needed, lty = 3, col = colors)
said <- ifelse(is.na(needed), paste(">", nrow(shares)), paste("=", needed))
legend("bottomright", paste0(colnames(shares), ": r ", said), col = colors, lty = 1, bty = "n",
  title = "smallest r for α = ‹threshold›")
#: key

plot.new()
ends <- range(label, na.rm = TRUE)  #? !classes
values <- signif(seq(ends[2], ends[1], length.out = 5), 3)  #? !classes
legend("center", legend = values, col = shades[c(256, 192, 128, 64, 1)], pch = 19, title = ‹title›, bty = "n")  #? !classes
legend("center", legend = ‹said›, col = shades, pch = 19, title = ‹title›, bty = "n")  #? classes
