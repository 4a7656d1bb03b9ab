//! What each parameter does, in plain words.

use super::Parameter;

impl Parameter {
    /// What it does, in one or two sentences.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one list, read from top to bottom")]
    pub fn help(self) -> &'static str {
        match self {
            Self::Data => {
                "The table that both methods see. Generated shapes show what a kernel can do, and \
                 a file of your own opens too."
            }
            Self::Samples => {
                "How many points are drawn. More fill the shape more densely, so a narrower kernel \
                 (a larger γ) still finds neighbours."
            }
            Self::Noise => {
                "How far points stray from the clean shape, as a standard deviation. With much \
                 noise groups run into each other and no kernel can part them."
            }
            Self::Factor => {
                "The inner circle's radius as a share of the outer's. Near 1 the circles almost \
                 touch and are hard to tell apart."
            }
            Self::Clusters => "How many clouds of points are drawn, each with a class of its own",
            Self::Seed => {
                "The start of the random numbers. The same seed draws the same points as in \
                 scikit-learn, another seed another sample of the same shape."
            }
            Self::AddNoise => {
                "Noise in the features, before they are scaled, to see how well rows are cleaned of it: \
                 numbers from a normal distribution, or values that become the smallest or largest of \
                 their column."
            }
            Self::NoiseAmount => {
                "The standard deviation of the numbers that are added, in the units of the data, or the \
                 share of values that salt and pepper replace"
            }
            Self::NoiseSeed => "The start of the random numbers of the added noise",
            Self::Scaling => {
                "What is done to each column before PCA. Standardising divides by the standard \
                 deviation, so that a column in large units does not drown the others."
            }
            Self::Kernel => {
                "How alike two points are. Kernel PCA is linear PCA in a space where this is the \
                 inner product, so the kernel decides which curves look straight."
            }
            Self::Gamma => {
                "How quickly likeness fades with distance. A small γ sees the whole cloud and comes \
                 close to linear PCA, a large one only the nearest neighbours."
            }
            Self::Sigma => {
                "The width of the RBF kernel, in units of the data: γ = 1/(2σ²). Points much farther \
                 apart than σ count as unlike."
            }
            Self::Degree => {
                "The highest power in the polynomial kernel. Degree 2 takes all products of two \
                 features into account, degree 3 of three."
            }
            Self::Coef0 => {
                "What is added to the inner product before the power or the tanh. The larger it is, \
                 the more the lower powers count."
            }
            Self::KernelShape => {
                "How many widths the rational quadratic kernel mixes: a small a reaches far beyond γ's \
                 distance, a large one is RBF."
            }
            Self::Similarity => {
                "How alike two neighbouring nodes are. A − D, the negated Laplacian, lets likeness flow \
                 and never grow; A counts walks; D⁻½AD⁻½ does so with less weight for nodes of many \
                 neighbours."
            }
            Self::Beta => {
                "How far likeness spreads along the edges of a graph. A small β sees direct neighbours \
                 only, a large one whole groups of nodes."
            }
            Self::Power => "How many steps walks between two nodes have",
            Self::Length => {
                "How long the substrings are that two strings must share. Longer ones say more and are \
                 shared by fewer."
            }
            Self::Second => {
                "A kernel that is added to the first or multiplied with it. A sum sees rows as alike \
                 where either does, a product where both do. The two share γ, degree and c₀."
            }
            Self::Normalize => {
                "Divides by √(k(x, x) k(y, y)), so that only the direction of an image in feature space \
                 counts, not its length. The normalised linear kernel is the cosine; after centring it \
                 is the cosine seen from the mean row."
            }
            Self::Centering => {
                "Principal components are about the mean of the images. Without centring the first one \
                 mostly points at that mean."
            }
            Self::Components => {
                "How many kernel components are computed, the one with the largest eigenvalue first. \
                 The picture needs two; more show how the spectrum goes on. A share such as 0.95 takes \
                 as many as reach it."
            }
            Self::Neighbors => {
                "How many nearest rows each row is joined to for Isomap, locally linear embedding and \
                 Laplacian eigenmaps. Too few tear the graph apart, too many make short cuts."
            }
            Self::DiffusionGamma => "How short the steps of the diffusion map's random walk are",
            Self::DiffusionTime => "How many steps the diffusion map's random walk takes",
            Self::Eigenvalues => {
                "How many bars the spectrum and the variance curve show. It changes the drawing only."
            }
            Self::Threshold => {
                "The share of the variance that is asked for. The variance curve marks the smallest \
                 number of components that reaches it."
            }
        }
    }
}
