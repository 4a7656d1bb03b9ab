"""Types of the module that the engine is compiled into."""

from typing import Any, Final, TypedDict, final

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Self

__all__ = [
    "KERNELS",
    "MEMORY",
    "PRE_IMAGES",
    "SOLVERS",
    "Fitted",
    "Model",
    "Workspace",
    "denoised",
    "embed",
    "pre_image_error",
    "pre_images",
]

KERNELS: Final[list[str]]
SOLVERS: Final[list[str]]
PRE_IMAGES: Final[list[str]]
MEMORY: Final[int]

class FitRequest(TypedDict):
    kernel: str
    gamma: float | str
    degree: float
    coef0: float
    shape: float
    components: int
    share: float | None
    solver: str
    landmarks: int | None
    memory: int
    threads: int

class PreImageRequest(TypedDict):
    method: str
    alpha: float
    memory: int
    threads: int

@final
class Workspace:
    def __new__(cls) -> Self: ...
    def fit(
        self, x: NDArray[Any], request: FitRequest, before: Model | None = None
    ) -> Model: ...

@final
class Model:
    @property
    def eigenvalues(self) -> NDArray[np.float64]: ...
    @property
    def eigenvectors(self) -> NDArray[np.float64]: ...
    @property
    def shares(self) -> NDArray[np.float64]: ...
    @property
    def rows(self) -> NDArray[np.float64]: ...
    @property
    def gamma(self) -> float: ...
    @property
    def certificate(self) -> dict[str, Any]: ...
    @property
    def undetermined(self) -> list[tuple[int, int]]: ...
    @property
    def ridge_weights(self) -> NDArray[np.float64] | None: ...
    def first(self, k: int) -> Model: ...
    def scores(self) -> NDArray[np.float64]: ...
    def project(self, x: NDArray[Any], threads: int) -> NDArray[np.float64]: ...
    def novelty(self, x: NDArray[Any], threads: int) -> NDArray[np.float64]: ...
    def hotelling(self, x: NDArray[Any], threads: int) -> NDArray[np.float64]: ...
    def limits(self, threads: int) -> tuple[float | None, float | None]: ...
    def with_ridge(self, alpha: float, memory: int, threads: int) -> Model: ...
    def by_ridge(
        self, scores: NDArray[Any], threads: int
    ) -> NDArray[np.float64] | None: ...
    def __reduce__(self) -> tuple[Any, tuple[dict[str, Any]]]: ...
    @staticmethod
    def restored(entries: dict[str, Any]) -> Model: ...

@final
class Fitted:
    @property
    def scores(self) -> NDArray[np.float64]: ...
    @property
    def eigenvalues(self) -> NDArray[np.float64]: ...
    @property
    def shares(self) -> NDArray[np.float64] | None: ...
    @property
    def column_scores(self) -> NDArray[np.float64] | None: ...
    @property
    def axes(self) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None: ...
    @property
    def pieces(self) -> int: ...
    def project(self, x: NDArray[Any], threads: int) -> NDArray[np.float64]: ...

def embed(x: NDArray[Any], request: dict[str, Any]) -> Fitted: ...
def pre_images(
    model: Model,
    scores: NDArray[Any],
    starts: NDArray[Any] | None,
    request: PreImageRequest,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]: ...
def denoised(
    model: Model, x: NDArray[Any], request: PreImageRequest
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]: ...
def pre_image_error(
    model: Model, rows: NDArray[Any], rebuilt: NDArray[Any]
) -> float: ...
