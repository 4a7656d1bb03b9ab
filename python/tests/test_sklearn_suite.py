"""Runs the tests of the installed scikit-learn's KernelPCA against this package's: only the import is changed.

Nothing of them is copied; the file is read where scikit-learn is installed.
"""

from importlib.util import find_spec
from pathlib import Path

import pytest

#: Tests that fail by intention, each with its reason. One that passes is an error too.
EXPECTED = {
    "test_precomputed_kernel_not_psd[randomized]": (
        "scikit-learn's randomized solver picks eigenvalues by modulus, so that a large negative one is in the way; "
        "here every solver picks the largest"
    ),
}

IMPORT = "from sklearn.decomposition import PCA, KernelPCA\n"


def suite() -> str:
    """Return scikit-learn's tests with this package's class."""
    package = find_spec("sklearn")
    file = Path(package.origin).parent / "decomposition/tests/test_kernel_pca.py"
    text = file.read_text(encoding="utf-8")
    assert text.count(IMPORT) == 1, "scikit-learn imports the class in another way"
    return text.replace(
        IMPORT, "from sklearn.decomposition import PCA\nfrom kpca import KernelPCA\n"
    )


exec(compile(suite(), "test_kernel_pca.py of scikit-learn", "exec"))


@pytest.fixture(autouse=True)
def expected_difference(request):
    """Marks the test that is about to run, where it is to fail."""
    reason = EXPECTED.get(request.node.name)
    if reason is not None:
        request.applymarker(pytest.mark.xfail(reason=reason, strict=True))


def test_it_is_this_package_that_was_tested():
    assert KernelPCA.__module__ == "kpca._kernel_pca"  # noqa: F821
    assert sum(name.startswith("test_") for name in globals()) > 15
