"""Kinematics of two-body decays. Needs nothing but Python, so that the tests do not either."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Decay:
    """Momentum and energies of the daughters, in GeV; not open below threshold."""

    open: bool
    momentum_gev: float
    first_energy_gev: float
    second_energy_gev: float


def two_body(parent_gev: float, first_gev: float, second_gev: float) -> Decay:
    """Daughters of a particle of mass parent_gev > 0 that decays at rest; masses in GeV."""
    is_open = parent_gev >= first_gev + second_gev
    # Factorised Kallen function: exact zero at threshold, no cancellation of squares.
    product = (
        (parent_gev - first_gev - second_gev)
        * (parent_gev + first_gev + second_gev)
        * (parent_gev - first_gev + second_gev)
        * (parent_gev + first_gev - second_gev)
    )
    momentum = math.sqrt(product) / (2 * parent_gev) if is_open else 0.0
    return Decay(is_open, momentum, math.hypot(momentum, first_gev), math.hypot(momentum, second_gev))
