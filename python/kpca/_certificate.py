"""Accuracy of a fit."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Certificate:
    """Accuracy of a fit, as its solver proved it.

    Attributes
    ----------
    certified : bool
        True where scores are proven right to about 1e-6 of the largest, eigenvalues to 1e-8 of the largest, and that
        no larger eigenvalue was missed.
    bound : float or None
        Upper bound on the error of an eigenvalue, relative to the largest modulus; None where none is known.
    score_bound : float or None
        Upper bound on the error of a column of scores, in norm and relative to the first column; None where none is
        known.
    residual : float
        Largest norm of K v - lambda v over the components, relative to the largest modulus of an eigenvalue.
    solver : str
        Solver that answered: "features", "dense", "cholesky", "krylov", "fourier" or "nystrom".
    landmarks : int or None
        Number of landmarks of the Nyström approximation; None for other solvers.
    doubt : str or None
        Reason for which a fit is not certified: "unproven", "rounding", "all rounding", "memory" or "landmarks".
    rounding : float or None
        Error that the rounding of the kernel's values causes, relative to the largest eigenvalue, where this is the
        reason for doubt.
    needed : int or None
        Number of bytes with which a better answer is possible, where memory is the reason for doubt.
    """

    certified: bool
    bound: float | None
    score_bound: float | None
    residual: float
    solver: str
    landmarks: int | None = None
    doubt: str | None = None
    rounding: float | None = None
    needed: int | None = None
