"""The chain from given parents to decays in a volume, stage by stage and with many draws of each parent.

Widths and spectra are those of chain.py beside it; flight, boost, path and daughters are done for arrays of draws:
  flight    exponential, behind the shield nothing is left; where a parent flies far beyond it, the place is uniform on the way
            and weighted with the exponential density there;
  decay     isotropic in the rest frame, boosted by Lorentz matrices;
  volume    probed at the point of the ray that is nearest to the axis, its ends found by bisection;
  daughters drawn, boosted by Lorentz matrices and followed to the disc.

usage: python sample_chain.py < request.json > answer.json
request: {parents: [[name, px, py, pz, weight], ...], m_phi, channel, g: [...], n_int, draws, batches, seed, z_shield, z_min,
          z_max, radius, z_det, det_radius, energies: [edges in GeV], angles: [edges in rad]}
answer:  {b_hat: {...}, kinds: {name: {stage: [[mean, error], ...]}}, decays: [[mean, error] by g], accepted: [... by g]}
errors are of the draws alone, for these parents; `weight`, `energies` and `angles` are sums of weights per g^2.
"""

import json
import os
import sys

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import chain  # noqa: E402


def isotropic(rng, count):
    c, a = rng.uniform(-1, 1, count), rng.uniform(0, 2 * np.pi, count)
    s = np.sqrt(1 - c * c)
    return np.stack([s * np.cos(a), s * np.sin(a), c], axis=1)


def boost_matrices(momenta, mass):
    energy = np.sqrt(np.sum(momenta**2, axis=1) + mass**2)
    beta = momenta / energy[:, None]
    gamma = energy / mass
    matrices = np.zeros((len(momenta), 4, 4))
    matrices[:, 0, 0] = gamma
    matrices[:, 0, 1:] = matrices[:, 1:, 0] = gamma[:, None] * beta
    # (gamma - 1)/beta^2 = gamma^2/(gamma + 1)
    matrices[:, 1:, 1:] = np.eye(3) + (gamma**2 / (gamma + 1))[:, None, None] * beta[:, :, None] * beta[:, None, :]
    return matrices


def path(origin, direction, q):
    """Lengths at which rays enter and leave the cylinder, and which of them do."""
    ahead = direction[:, 2] > 0
    along = np.where(ahead, direction[:, 2], 1)
    first = np.maximum(0, (q["z_min"] - origin[:, 2]) / along)
    last = (q["z_max"] - origin[:, 2]) / along
    transverse = np.sum(direction[:, :2] ** 2, axis=1)
    nearest = -np.sum(origin[:, :2] * direction[:, :2], axis=1) / np.where(transverse > 0, transverse, 1)
    probe = np.clip(nearest, first, last)

    def inside(length, o, d):
        point = o[:, :2] + length[:, None] * d[:, :2]
        return np.sum(point**2, axis=1) <= q["radius"] ** 2

    hit = ahead & (last > first) & inside(probe, origin, direction)
    o, d, middle = origin[hit], direction[hit], probe[hit]

    def edge(out):
        out = out.copy()
        whole = inside(out, o, d)
        within = middle.copy()
        for _ in range(60):
            half = (out + within) / 2
            good = inside(half, o, d)
            within = np.where(good, half, within)
            out = np.where(good, out, half)
        return np.where(whole, 0, within), whole

    near, near_whole = edge(first[hit])
    far, far_whole = edge(last[hit])
    return hit, np.where(near_whole, first[hit], near), np.where(far_whole, last[hit], far)


def seen(vertex, matrices, m_phi, m_daughter, q, rng):
    own = np.sqrt(m_phi**2 / 4 - m_daughter**2) * isotropic(rng, len(vertex))
    both = np.ones(len(vertex), dtype=bool)
    for sign in (1, -1):
        rest = np.concatenate([np.full((len(vertex), 1), m_phi / 2), sign * own], axis=1)
        p = np.einsum("nij,nj->ni", matrices, rest)
        ahead = p[:, 3] > 0
        steps = (q["z_det"] - vertex[:, 2]) / np.where(ahead, p[:, 3], 1)
        point = vertex[:, :2] + steps[:, None] * p[:, 1:3]
        both &= ahead & (np.sum(point**2, axis=1) <= q["det_radius"] ** 2)
    return both


def decayed(momenta, weight, meson, spectrum, b_hat, q, rng):
    """One draw of each parent: momenta of the scalars, vertices and weights."""
    mass, ctau, _, _ = meson
    size = np.sqrt(np.sum(momenta**2, axis=1))
    unit = momenta / size[:, None]
    if ctau > 0:
        length = ctau * size / mass
        way = q["z_shield"] / unit[:, 2]
        far = length > way / 2
        at = np.where(far, way * rng.uniform(size=len(size)), length * rng.exponential(size=len(size)))
        weight = weight * np.where(far, way / length * np.exp(-at / length), at < way)
    else:
        at = np.zeros(len(size))
    energies, cdf = spectrum
    energy = np.interp(rng.uniform(size=len(size)), cdf, energies)
    k = np.sqrt(np.maximum(0, energy**2 - q["m_phi"] ** 2))[:, None] * isotropic(rng, len(size))
    rest = np.concatenate([energy[:, None], k], axis=1)
    return np.einsum("nij,nj->ni", boost_matrices(momenta, mass), rest), at[:, None] * unit, weight * b_hat


def in_volume(scalar, vertex, weight, ctau, m_daughter, q, rng):
    """Decays inside the volume, and those that are seen, at each coupling."""
    p = np.sqrt(np.sum(scalar[:, 1:] ** 2, axis=1))
    direction = scalar[:, 1:] / p[:, None]
    hit, near, far = path(vertex, direction, q)
    scalar, vertex, direction, p, weight = scalar[hit], vertex[hit], direction[hit], p[hit], weight[hit]
    matrices = boost_matrices(scalar[:, 1:], q["m_phi"])
    decays, accepted = [], []
    for g in q["g"]:
        length = p / q["m_phi"] * ctau / g**2
        # Integral of the density from one end to the other, whose product with it cannot cancel.
        inside = -np.expm1(-(far - near) / length)
        probability = weight * np.exp(-near / length) * inside
        decays.append(probability.sum())
        depth = -length * np.log1p(-rng.uniform(size=len(p)) * inside)
        point = vertex + (near + depth)[:, None] * direction
        accepted.append(probability[seen(point, matrices, q["m_phi"], m_daughter, q, rng)].sum())
    return decays, accepted


def mean_and_error(batches):
    """Of the last axis but the batches, which are the first."""
    batches = np.array(batches)
    error = batches.std(axis=0, ddof=1) / np.sqrt(len(batches))
    return np.stack([batches.mean(axis=0), error], axis=-1).tolist()


def run(q):
    rng = np.random.default_rng(q["seed"])
    muons, photons = chain.widths(q["m_phi"])
    channel = muons if q["channel"] == "mumu" else photons
    ctau = chain.HBARC / (muons + photons)
    m_daughter = chain.M_MU if q["channel"] == "mumu" else 0.0
    factor = q["n_int"] * np.array(q["g"]) ** 2 * channel / (muons + photons)
    b_hat, kinds = {}, {}
    totals = np.zeros((q["batches"], 2, len(q["g"])))
    each = q["draws"] // q["batches"]
    for name in sorted({row[0] for row in q["parents"]}):
        meson = chain.MESONS[name]
        found = chain.spectrum(meson[0], meson[3], q["m_phi"], nodes=1200)
        if found is None:
            continue
        energies, density, ratio = found
        cells = (density[1:] + density[:-1]) / 2 * np.diff(energies)
        spectrum = energies, np.concatenate([[0], np.cumsum(cells)]) / np.sum(cells)
        b_hat[name] = meson[2] * ratio
        rows = np.array([row[1:] for row in q["parents"] if row[0] == name])
        stages = {"weight": [], "energies": [], "angles": [], "decays": [], "accepted": []}
        for batch in range(q["batches"]):
            sums = {key: 0 for key in stages}
            for _ in range(each):
                scalar, vertex, weight = decayed(rows[:, :3], rows[:, 3], meson, spectrum, b_hat[name], q, rng)
                theta = np.arctan2(np.hypot(scalar[:, 1], scalar[:, 2]), scalar[:, 3])
                decays, accepted = in_volume(scalar, vertex, weight, ctau, m_daughter, q, rng)
                sums["weight"] = sums["weight"] + weight.sum(keepdims=True)
                sums["energies"] = sums["energies"] + np.histogram(scalar[:, 0], q["energies"], weights=weight)[0]
                sums["angles"] = sums["angles"] + np.histogram(theta, q["angles"], weights=weight)[0]
                sums["decays"] = sums["decays"] + np.array(decays)
                sums["accepted"] = sums["accepted"] + np.array(accepted)
            for key, value in sums.items():
                stages[key].append(value / each * (factor if key in ("decays", "accepted") else 1))
            totals[batch] += stages["decays"][-1], stages["accepted"][-1]
        kinds[name] = {key: mean_and_error(value) for key, value in stages.items()}
    return {
        "b_hat": b_hat,
        "kinds": kinds,
        "decays": mean_and_error(totals[:, 0]),
        "accepted": mean_and_error(totals[:, 1]),
    }


if __name__ == "__main__":
    json.dump(run(json.load(sys.stdin)), sys.stdout)
