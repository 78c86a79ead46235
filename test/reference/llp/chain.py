"""A second, slow and plain implementation of the chain from parent mesons to decays in a volume.

Written from the formulas alone; it shares no code, table or constant with the toolkit:
  spectra   squared amplitudes by explicit 4x4 Dirac matrices, integrated over the Dalitz plane;
  widths    the loop by its Feynman-parameter integral below threshold, complex arcsine above;
  flight    the parent flies its exponential path, decays behind the shield are thrown away;
  decay     isotropic in the rest frame, Lorentz boost by a matrix;
  volume    the path through the cylinder by bisection between sampled points;
  daughters both are drawn, boosted and followed to the disc.

usage: python chain.py < request.json > answer.json
request: {parents: [[name, px, py, pz, weight], ...], m_phi, channel, g: [...], n_int, draws, batches, seed,
          z_shield, z_min, z_max, radius, z_det, det_radius, acceptance: bool}
answer:  {n: [...], error: [...], b_hat: {...}, width, ctau}   (error: of the draws alone, for these parents)
"""

import json
import sys

import numpy as np

M_MU = 0.1056583755
ALPHA = 1 / 137.035999084
HBARC = 0.1973269804e-15  # GeV m
MESONS = {  # mass, proper decay length in m, branching fraction of the two-body decay, vector
    "K": (0.493677, 3.711, 0.6356, False),
    "D": (1.86966, 3.098e-4, 3.74e-4, False),
    "Ds": (1.96835, 1.512e-4, 5.43e-3, False),
    "rho": (0.77526, 0.0, 4.55e-5, True),
    "omega": (0.78266, 0.0, 7.4e-5, True),
    "phi": (1.019461, 0.0, 2.85e-4, True),
    "Jpsi": (3.0969, 0.0, 0.05961, True),
    "psi2S": (3.6861, 0.0, 8.0e-3, True),
}

# Dirac matrices in the Weyl representation.
I2, O2 = np.eye(2), np.zeros((2, 2))
PAULI = [np.array([[0, 1], [1, 0]]), np.array([[0, -1j], [1j, 0]]), np.array([[1, 0], [0, -1]])]
GAMMA = [np.block([[O2, I2], [I2, O2]])] + [np.block([[O2, s], [-s, O2]]) for s in PAULI]
G5 = np.diag([-1, -1, 1, 1])
METRIC = [1, -1, -1, -1]
ONE = np.eye(4)


def slash(p):
    """p: (..., 4) to (..., 4, 4)."""
    return sum(METRIC[mu] * p[..., mu, None, None] * GAMMA[mu] for mu in range(4))


def bar(matrix):
    return GAMMA[0] @ np.conj(np.swapaxes(matrix, -1, -2)) @ GAMMA[0]


def trace(matrix):
    return np.trace(matrix, axis1=-2, axis2=-1).real


def dot(a, b):
    return a[..., 0] * b[..., 0] - np.sum(a[..., 1:] * b[..., 1:], axis=-1)


def squared_pseudoscalar(P, p1, p2, k):
    """P -> mu(p1) nu(p2) phi(k), summed over spins, for G_F f V/sqrt2 -> 1 and g = 1."""
    q = p1 + k
    inner = (-slash(q) + M_MU * ONE) / (dot(q, q) - M_MU**2)[..., None, None]
    vertex = slash(P) @ (ONE - G5) @ inner
    return trace(slash(p2) @ vertex @ (slash(p1) - M_MU * ONE) @ bar(vertex))


def squared_vector(P, p1, p2, k):
    """V -> mu-(p1) mu+(p2) phi(k), summed over spins, averaged over polarisations, coupling of V -> 1 and g = 1."""
    q1, q2 = p1 + k, p2 + k
    left = (slash(q1) + M_MU * ONE) / (dot(q1, q1) - M_MU**2)[..., None, None]
    right = (-slash(q2) + M_MU * ONE) / (dot(q2, q2) - M_MU**2)[..., None, None]
    total = 0
    for mu in range(4):
        vertex = left @ GAMMA[mu] + GAMMA[mu] @ right
        total = total - METRIC[mu] * trace(
            (slash(p1) + M_MU * ONE) @ vertex @ (slash(p2) - M_MU * ONE) @ bar(vertex)
        )
    return total / 3


def two_body_width(mass, vector):
    m1, m2 = M_MU, M_MU if vector else 0.0
    p = np.sqrt((mass**2 - (m1 + m2) ** 2) * (mass**2 - (m1 - m2) ** 2)) / (2 * mass)
    p1 = np.array([np.hypot(p, m1), 0, 0, p])
    p2 = np.array([np.hypot(p, m2), 0, 0, -p])
    P = np.array([mass, 0, 0, 0])
    if vector:
        squared = sum(
            -METRIC[mu]
            * trace((slash(p1) + M_MU * ONE) @ GAMMA[mu] @ (slash(p2) - M_MU * ONE) @ bar(GAMMA[mu]))
            for mu in range(4)
        ) / 3
    else:
        vertex = slash(P) @ (ONE - G5)
        squared = trace(slash(p2) @ vertex @ (slash(p1) - M_MU * ONE) @ bar(vertex))
    return p / (8 * np.pi * mass**2) * squared


def spectrum(mass, vector, m_phi, nodes=240, inner=48):
    """Energies in the rest frame, density dGamma/dE, and the ratio Gamma3/(g^2 Gamma2); None below threshold."""
    m1, m2 = M_MU, M_MU if vector else 0.0
    if m_phi >= mass - m1 - m2:
        return None
    top = (mass**2 + m_phi**2 - (m1 + m2) ** 2) / (2 * mass)
    t = np.linspace(0, 1, nodes)
    energies = m_phi + (top - m_phi) * np.sin(np.pi * t / 2) ** 2
    x, w = np.polynomial.legendre.leggauss(inner)
    squared = squared_vector if vector else squared_pseudoscalar
    density = np.zeros(nodes)
    P = np.array([mass, 0, 0, 0])
    for i, energy in enumerate(energies):
        k_abs = np.sqrt(max(0.0, energy**2 - m_phi**2))
        s = mass**2 + m_phi**2 - 2 * mass * energy
        if s <= (m1 + m2) ** 2 or k_abs == 0:
            continue
        # The leptons in their own rest frame, then boosted against the scalar.
        own = np.sqrt((s - (m1 + m2) ** 2) * (s - (m1 - m2) ** 2)) / (2 * np.sqrt(s))
        sin = np.sqrt(1 - x**2)
        gamma, velocity = (mass - energy) / np.sqrt(s), -k_abs / (mass - energy)
        momenta = []
        for sign, m in ((1, m1), (-1, m2)):
            e = np.hypot(own, m)
            pz = sign * own * x
            momenta.append(
                np.stack(
                    [gamma * (e + velocity * pz), sign * own * sin, 0 * x, gamma * (pz + velocity * e)], axis=-1
                )
            )
        k = np.broadcast_to(np.array([energy, 0, 0, k_abs]), (inner, 4))
        average = np.sum(w * squared(P, momenta[0], momenta[1], k)) / 2
        # d Gamma = |M|^2/(2M) x phase space: dE k/(4 pi^2) x own/(4 pi sqrt(s)).
        density[i] = average / (2 * mass) * k_abs / (4 * np.pi**2) * own / (4 * np.pi * np.sqrt(s))
    ratio = np.sum((density[1:] + density[:-1]) / 2 * np.diff(energies)) / two_body_width(mass, vector)
    return energies, density, ratio


def loop(m_phi):
    tau = m_phi**2 / (4 * M_MU**2)
    if tau < 0.98:
        x, w = np.polynomial.legendre.leggauss(120)
        u, wu = (x + 1) / 2, w / 2
        X = u[:, None]
        Y = u[None, :] * (1 - X)
        values = (1 - 4 * X * Y) / (1 - 4 * tau * X * Y) * (1 - X)
        return 4 * np.sum(wu[:, None] * wu[None, :] * values)
    f = np.arcsin(np.sqrt(tau) + 1e-300j) ** 2
    return 2 / tau**2 * (tau + (tau - 1) * f)


def widths(m_phi):
    muons = 0.0
    if m_phi > 2 * M_MU:
        muons = m_phi / (8 * np.pi) * (1 - 4 * M_MU**2 / m_phi**2) ** 1.5
    photons = ALPHA**2 * m_phi**3 / (256 * np.pi**3 * M_MU**2) * abs(loop(m_phi)) ** 2
    return muons, photons


def boost_matrix(parent):
    """From the rest frame of a four-momentum to the laboratory."""
    mass = np.sqrt(dot(parent, parent))
    gamma = parent[0] / mass
    b = parent[1:] / parent[0]
    matrix = np.eye(4)
    matrix[0, 0] = gamma
    matrix[0, 1:] = matrix[1:, 0] = gamma * b
    if b @ b > 0:
        matrix[1:, 1:] += (gamma - 1) * np.outer(b, b) / (b @ b)
    return matrix


def isotropic(rng):
    c, a = rng.uniform(-1, 1), rng.uniform(0, 2 * np.pi)
    s = np.sqrt(1 - c * c)
    return np.array([s * np.cos(a), s * np.sin(a), c])


def path(origin, direction, q):
    """Lengths from the origin at which a ray enters and leaves the cylinder, by sampling and bisection."""
    if direction[2] <= 0:
        return None

    def inside(length):
        point = origin + length * direction
        return q["z_min"] <= point[2] <= q["z_max"] and np.hypot(point[0], point[1]) <= q["radius"]

    first = max(0.0, (q["z_min"] - origin[2]) / direction[2])
    last = (q["z_max"] - origin[2]) / direction[2]
    if last <= first:
        return None
    # Where the distance to the axis is smallest, the ray is inside if it is anywhere.
    transverse = direction[0] ** 2 + direction[1] ** 2
    nearest = -(origin[0] * direction[0] + origin[1] * direction[1]) / transverse if transverse > 0 else first
    middle = min(max(nearest, first), last)
    margin = 1e-12 * last
    probe = min(max(middle, first + margin), last - margin)
    if not inside(probe):
        return None

    def edge(out, within):
        if inside(out):
            return out
        for _ in range(60):
            half = (out + within) / 2
            if inside(half):
                within = half
            else:
                out = half
        return within

    return edge(first, probe), edge(last, probe)


def daughters_seen(vertex, scalar, m_phi, m_daughter, q, rng):
    own = np.sqrt(m_phi**2 / 4 - m_daughter**2)
    n = own * isotropic(rng)
    matrix = boost_matrix(scalar)
    for sign in (1, -1):
        p = matrix @ np.concatenate([[m_phi / 2], sign * n])
        if p[3] <= 0:
            return False
        point = vertex + p[1:] * (q["z_det"] - vertex[2]) / p[3]
        if np.hypot(point[0], point[1]) > q["det_radius"]:
            return False
    return True


def run(q):
    rng = np.random.default_rng(q["seed"])
    m_phi = q["m_phi"]
    muons, photons = widths(m_phi)
    total = muons + photons
    branching = (muons if q["channel"] == "mumu" else photons) / total
    m_daughter = M_MU if q["channel"] == "mumu" else 0.0
    ctau = HBARC / total
    couplings = np.array(q["g"])
    spectra = {}
    b_hat = {}
    for name in sorted({row[0] for row in q["parents"]}):
        mass, _, two_body, vector = MESONS[name]
        found = spectrum(mass, vector, m_phi)
        if found is None:
            continue
        energies, density, ratio = found
        cells = (density[1:] + density[:-1]) / 2 * np.diff(energies)
        spectra[name] = energies, np.concatenate([[0], np.cumsum(cells)]) / np.sum(cells)
        b_hat[name] = two_body * ratio
    batches = np.zeros((q["batches"], len(couplings)))
    for name, px, py, pz, weight in q["parents"]:
        if name not in spectra:
            continue
        mass, flight, _, _ = MESONS[name]
        momentum = np.array([px, py, pz])
        size = np.sqrt(momentum @ momentum)
        parent = np.concatenate([[np.hypot(size, mass)], momentum])
        matrix = boost_matrix(parent)
        energies, cdf = spectra[name]
        for draw in range(q["draws"]):
            vertex = momentum / size * (rng.exponential(flight * size / mass) if flight > 0 else 0.0)
            if vertex[2] > q["z_shield"]:
                continue
            energy = np.interp(rng.uniform(), cdf, energies)
            k = np.sqrt(max(0.0, energy**2 - m_phi**2)) * isotropic(rng)
            scalar = matrix @ np.concatenate([[energy], k])
            p = np.sqrt(scalar[1:] @ scalar[1:])
            direction = scalar[1:] / p
            crossed = path(vertex, direction, q)
            if crossed is None:
                continue
            near, far = crossed
            lengths = p / m_phi * ctau / couplings**2
            decays = np.exp(-near / lengths) - np.exp(-far / lengths)
            small = (far - near) / lengths < 1e-6
            decays = np.where(small, np.exp(-near / lengths) * (far - near) / lengths, decays)
            if q["acceptance"]:
                # One decay point and one pair of daughters for each coupling.
                for i, length in enumerate(lengths):
                    if decays[i] == 0:
                        continue
                    depth = -length * np.log1p(rng.uniform() * np.expm1(-(far - near) / length))
                    point = vertex + (near + depth) * direction
                    if not daughters_seen(point, scalar, m_phi, m_daughter, q, rng):
                        decays[i] = 0
            batches[draw % q["batches"]] += weight * b_hat[name] * decays
    batches *= q["n_int"] * couplings**2 * branching * q["batches"] / q["draws"]
    return {
        "n": list(batches.mean(axis=0)),
        "error": list(batches.std(axis=0, ddof=1) / np.sqrt(q["batches"])),
        "b_hat": b_hat,
        "width": total,
        "ctau": ctau,
    }


if __name__ == "__main__":
    json.dump(run(json.load(sys.stdin)), sys.stdout)
