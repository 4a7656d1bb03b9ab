"""What tests of several files share."""

import pytest


@pytest.fixture(params=[0, 42])
def global_random_seed(request):
    """Seed, by the name that scikit-learn's tests give it."""
    return request.param
