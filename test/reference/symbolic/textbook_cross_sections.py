"""Cross sections of textbook processes, from their formulas: prints the vectors that the toolkit is tested against.

Plain Python, sharing nothing with the toolkit. Each entry has the mean squared amplitude at some angles and the cross
section over a range of cos(theta) in GeV^-2. Two processes (W pairs, photon on electron to W and neutrino) are summed
over explicit spinors in the Weyl representation, as they are in no short formula.

    python3 textbook_cross_sections.py > textbook-collisions.json
"""
import json
import math
import random

PI = math.pi


def kaellen(a, b, c):
    return a * a + b * b + c * c - 2 * (a * b + b * c + c * a)


def gauss_legendre(n):
    nodes = []
    for i in range(n):
        x = math.cos(PI * (i + 0.75) / (n + 0.5))
        for _ in range(100):
            p0, p1 = 1.0, x
            for k in range(2, n + 1):
                p0, p1 = p1, ((2 * k - 1) * x * p1 - (k - 1) * p0) / k
            slope = n * (x * p1 - p0) / (x * x - 1)
            step = p1 / slope
            x -= step
            if abs(step) < 1e-16:
                break
        nodes.append((x, 2 / ((1 - x * x) * slope * slope)))
    return nodes


NODES = gauss_legendre(400)


class Point:
    """Invariants of a + b -> 1 + 2 at an energy and an angle."""

    def __init__(self, masses, energy, cos):
        a, b, c, d = (m * m for m in masses)
        self.s = s = energy * energy
        self.p_in = math.sqrt(kaellen(s, a, b)) / (2 * energy)
        self.p_out = math.sqrt(kaellen(s, c, d)) / (2 * energy)
        e_a, e_c = (s + a - b) / (2 * energy), (s + c - d) / (2 * energy)
        self.t = a + c - 2 * e_a * e_c + 2 * self.p_in * self.p_out * cos
        self.u = a + b + c + d - s - self.t


def squared(z):
    return abs(z) ** 2


# ---- mean squared amplitudes; v are the values by name ----


def nu_pair(v, x):
    z = 1 / (x.s - v["mZ"] ** 2 + 1j * v["mZ"] * v["GZ"])
    w = v["g"] ** 2 / 2 / (x.t - v["mW"] ** 2)
    return x.u**2 * squared(v["gL"] * v["gN"] * z + w) + x.t**2 * squared(v["gR"] * v["gN"] * z)


def nu_scattering(v, x):
    z = 1 / (x.t - v["mZ"] ** 2)
    w = v["g"] ** 2 / 2 / (x.u - v["mW"] ** 2)
    return 2 * x.s**2 * (v["gL"] * v["gN"] * z + w) ** 2 + 2 * x.u**2 * (v["gR"] * v["gN"] * z) ** 2


def lepton_scalar(v, x):
    return v["e"] ** 4 / x.t**2 * ((x.s - x.u) ** 2 + x.t * (4 * v["m"] ** 2 - x.t))


def scalar_compton(v, x):
    # 2 e^4 (1 + cos^2) with the angle in the rest frame of the scalar.
    m2 = v["m"] ** 2
    cos = 1 - 2 * m2 * (1 / (m2 - x.u) - 1 / (x.s - m2))
    return 2 * v["e"] ** 4 * (1 + cos * cos)


def scalar_pair(v, x):
    m2 = v["m"] ** 2
    cos = 1 - 2 * m2 * (1 / (m2 - x.u) + 1 / (m2 - x.t))
    return v["e"] ** 4 * (1 + cos * cos)


def z_pair(v, x):
    m2, t, u = v["mZ"] ** 2, x.t, x.u
    angular = t / u + u / t + 4 * m2 * x.s / (t * u) - m2 * m2 * (1 / t**2 + 1 / u**2)
    return (v["gL"] ** 4 + v["gR"] ** 4) * angular


def z_photon(v, x):
    t, u = x.t, x.u
    return v["e"] ** 2 * (v["gL"] ** 2 + v["gR"] ** 2) * (t * t + u * u + 2 * x.s * v["mZ"] ** 2) / (t * u)


def moller_massive(v, x):
    t, u = 1 / (x.t - v["mZ"] ** 2), 1 / (x.u - v["mZ"] ** 2)
    direct = (x.s**2 + x.u**2) * t * t + (x.s**2 + x.t**2) * u * u
    return 2 * v["g"] ** 4 * (direct + 2 * x.s**2 * t * u)


def majorana_scalars(v, x):
    m2, t, u = v["m"] ** 2, x.t - v["M"] ** 2, x.u - v["M"] ** 2
    a, b = (x.t - m2) / t, (x.u - m2) / u
    return v["y"] ** 4 / 4 * (a * a + b * b - 2 * m2 * x.s / (t * u))


def rosenbluth(v, x):
    m, f1, f2 = v["M"], v["F1"], v["F2"]
    before, after = (x.s - m * m) / (2 * m), (m * m - x.u) / (2 * m)
    sin2 = -x.t / (4 * before * after)
    tau = -x.t / (4 * m * m)
    alpha = v["e"] ** 2 / (4 * PI)
    shape = (f1 * f1 + tau * f2 * f2) * (1 - sin2) + 2 * tau * (f1 + f2) ** 2 * sin2
    lab = alpha**2 / (4 * before**2 * sin2**2) * (after / before) * shape
    return 64 * PI**2 * m * m * (before / after) ** 2 * lab


def photons(v, x):
    e4 = (4 * PI * v["alpha"]) ** 2
    return 2 * e4 * (x.t / x.u + x.u / x.t)


def scalars(v, x):
    m2, h2 = v["m"] ** 2, v["mh"] ** 2
    s_line = 1 / (x.s - h2 + 1j * v["mh"] * v["G"])
    return squared(v["lam"] + v["k"] * v["k3"] * s_line + v["k"] ** 2 * (1 / (x.t - m2) + 1 / (x.u - m2)))


# ---- cross sections through one resonance: its widths at the mass sqrt(s) ----


def denominator(v, s):
    return (s - v["M"] ** 2) ** 2 + (v["M"] * v["G"]) ** 2


def vector_resonance(width_out):
    def sigma(v, energy):
        width_in = v["g"] ** 2 * energy / (12 * PI)
        return 12 * PI * width_in * width_out(v, energy) / denominator(v, energy**2)

    return sigma


def width_ww(v, q):
    r = (v["mW"] / q) ** 2
    return v["h"] ** 2 * q / (192 * PI * r * r) * (1 - 4 * r) ** 1.5 * (1 + 20 * r + 12 * r * r)


def width_ha(v, q):
    return v["h"] ** 2 * q / (48 * PI) * (kaellen(q * q, v["mh"] ** 2, v["mA"] ** 2) / q**4) ** 1.5


def axion(v, energy):
    s = energy**2
    beta = math.sqrt(1 - 4 * v["ml"] ** 2 / s)
    width_in = v["y"] ** 2 * energy * beta / (8 * PI)
    width_out = v["c"] ** 2 * energy**3 / (64 * PI)
    return 4 * PI * width_in * width_out / (beta**2 * denominator(v, s))


def majorana_axial(v, energy):
    s, m2, f2 = energy**2, v["m"] ** 2, v["mf"] ** 2
    flow = math.sqrt((s - 4 * f2) / (s - 4 * m2)) / (64 * PI * s * denominator(v, s))
    gx2 = v["gx"] ** 2
    currents = gx2 * (s - 4 * m2) * (v["gV"] ** 2 * (s + 2 * f2) + v["gA"] ** 2 * (s - 4 * f2))
    return flow * (16 / 3 * currents + 64 * gx2 * v["gA"] ** 2 * m2 * f2 * (1 - s / v["M"] ** 2) ** 2)


# ---- explicit spinors, Weyl representation ----


def mat(rows):
    return [list(map(complex, row)) for row in rows]


def mul(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


SIGMA = [[[1, 0], [0, 1]], [[0, 1], [1, 0]], [[0, -1j], [1j, 0]], [[1, 0], [0, -1]]]


def gamma(mu):
    up = SIGMA[mu]
    down = up if mu == 0 else [[-x for x in row] for row in up]
    return mat([[0, 0, *up[0]], [0, 0, *up[1]], [*down[0], 0, 0], [*down[1], 0, 0]])


GAMMA = [gamma(mu) for mu in range(4)]
METRIC = (1, -1, -1, -1)
LEFT = mat([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
RIGHT = mat([[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])


def slash(p):
    return [[sum(METRIC[m] * p[m] * GAMMA[m][i][j] for m in range(4)) for j in range(4)] for i in range(4)]


def dot(p, q):
    return sum(METRIC[m] * p[m] * q[m] for m in range(4))


def add(p, q, sign=1):
    return [a + sign * b for a, b in zip(p, q)]


def scaled(a, c):
    return [[c * x for x in row] for row in a]


def plus(*all):
    return [[sum(a[i][j] for a in all) for j in range(4)] for i in range(4)]


def trace(*all):
    product = all[0]
    for other in all[1:]:
        product = mul(product, other)
    return sum(product[i][i] for i in range(4))


def barred(a):
    """gamma0 a^dagger gamma0"""
    dagger = [[a[j][i].conjugate() for j in range(4)] for i in range(4)]
    return mul(mul(GAMMA[0], dagger), GAMMA[0])


def chiral(left, right):
    return plus(scaled(LEFT, left), scaled(RIGHT, right))


def current(vector, left, right):
    return mul(slash(vector), chiral(left, right))


def polarisations(p, mass):
    energy = p[0]
    size = math.sqrt(sum(x * x for x in p[1:]))
    n = [x / size for x in p[1:]]
    cos = n[2]
    sin = math.hypot(n[0], n[1])
    phi = math.atan2(n[1], n[0]) if sin > 0 else 0.0
    first = [0, cos * math.cos(phi), cos * math.sin(phi), -sin]
    second = [0, -math.sin(phi), math.cos(phi), 0]
    longitudinal = [[size / mass, *[energy / mass * x for x in n]]] if mass > 0 else []
    return [first, second, *longitudinal]


def yang_mills(k, e):
    """The vertex of three vectors with their momenta all incoming, contracted with their polarisations."""
    (ka, kb, kc), (a, b, c) = k, e
    return (
        dot(a, b) * dot(add(ka, kb, -1), c)
        + dot(b, c) * dot(add(kb, kc, -1), a)
        + dot(c, a) * dot(add(kc, ka, -1), b)
    )


def minus(p):
    return [-x for x in p]


def vectors_of(k_in, e_in):
    """The vector J with J.e = yang_mills(e, e_in...), by components."""
    unit = [[1 if i == j else 0 for i in range(4)] for j in range(4)]
    return [METRIC[m] * yang_mills(k_in, [unit[m], *e_in]) for m in range(4)]


def momenta(masses, energy, cos):
    x = Point(masses, energy, cos)
    sin = math.sqrt(1 - cos * cos)
    on_shell = lambda m, p: math.sqrt(m * m + p * p)
    a, b, c, d = masses
    return (
        [on_shell(a, x.p_in), 0, 0, x.p_in],
        [on_shell(b, x.p_in), 0, 0, -x.p_in],
        [on_shell(c, x.p_out), x.p_out * sin, 0, x.p_out * cos],
        [on_shell(d, x.p_out), -x.p_out * sin, 0, -x.p_out * cos],
    )


def w_pair(v, energy, cos):
    """e- e+ -> W- W+ : photon, Z and neutrino."""
    e, g, mw = v["e"], v["g"], v["mW"]
    pa, pb, kminus, kplus = momenta((0, 0, mw, mw), energy, cos)
    total = add(pa, pb)
    s = dot(total, total)
    z = 1 / (s - v["mZ"] ** 2)
    total_square = 0
    for em in polarisations(kminus, mw):
        for ep in polarisations(kplus, mw):
            # Legs W+ W- V; the vector line enters with the momentum of the pair.
            j = vectors_of((total, minus(kplus), minus(kminus)), (ep, em))
            # vertices (i g) and a propagator -i g/q^2: minus, relative to a fermion line +i.
            left = -(-e * e / s) - v["gL"] * g * v["cw"] * z
            right = -(-e * e / s) - v["gR"] * g * v["cw"] * z
            vector = current(j, left, right)
            q = add(pa, kminus, -1)
            chain = mul(mul(slash(ep), slash(q)), current(em, g * g / 2 / dot(q, q), 0))
            m = plus(vector, chain)
            total_square += trace(slash(pb), m, slash(pa), barred(m)).real
    return total_square / 4


def w_neutrino(v, energy, cos):
    """gamma e- -> W- nu."""
    e, g, mw = v["e"], v["g"], v["mW"]
    k, p, w, n = momenta((0, 0, mw, 0), energy, cos)
    s = dot(add(k, p), add(k, p))
    q = add(w, k, -1)
    total = 0
    for ek in polarisations(k, 0):
        for ew in polarisations(w, mw):
            chain = mul(mul(current(ew, g / math.sqrt(2), 0), slash(add(k, p))), slash(ek))
            # The W line enters its vertex with q = p_w - k; its conserved current leaves -g only.
            j = vectors_of((q, minus(w), k), (ew, ek))
            line = current(j, e * g / math.sqrt(2) / (dot(q, q) - mw * mw), 0)
            m = plus(scaled(chain, -e / s), scaled(line, -1))
            total += trace(slash(n), m, slash(p), barred(m)).real
    return total / 4


# ---- the table ----

MASSLESS = (0, 0, 0, 0)
STANDARD = {"mZ": 91.1876, "mW": 80.377}


def of_point(square):
    return lambda v, masses, energy, cos: square(v, Point(masses, energy, cos))


def direct(square):
    return lambda v, masses, energy, cos: square(v, energy, cos)


# name, values by name (ranges are drawn from), masses of a b 1 2, energies, cut, identical, squared amplitude
SQUARES = [
    ("e- e+ -> nu nubar (Z, W)", {"gL": (-0.3, -0.1), "gR": (0.1, 0.3), "gN": (0.2, 0.4), "g": (0.4, 0.7), "GZ": (2, 3), **STANDARD}, (0, 0, 0, 0), (50, 300), 1, 1, of_point(nu_pair)),
    ("nu e -> nu e (Z, W)", {"gL": (-0.3, -0.1), "gR": (0.1, 0.3), "gN": (0.2, 0.4), "g": (0.4, 0.7), **STANDARD}, (0, 0, 0, 0), (0.1, 200), 1, 1, of_point(nu_scattering)),
    ("e- S -> e- S (photon)", {"e": (0.2, 0.5), "ml": (0.1, 0.3), "m": (0.4, 2)}, ("ml", "m", "ml", "m"), (3, 9), 0.9, 1, of_point(lepton_scalar)),
    ("gamma S -> gamma S", {"e": (0.2, 0.5), "m": (0.4, 2)}, (0, "m", 0, "m"), (3, 9), 1, 1, of_point(scalar_compton)),
    ("gamma gamma -> S+ S-", {"e": (0.2, 0.5), "m": (0.4, 1.4)}, (0, 0, "m", "m"), (3, 9), 1, 1, of_point(scalar_pair)),
    ("e- e+ -> Z Z", {"gL": (-0.3, -0.1), "gR": (0.1, 0.3), "mZ": 91.1876}, (0, 0, "mZ", "mZ"), (190, 600), 1, 2, of_point(z_pair)),
    ("e- e+ -> Z gamma", {"gL": (-0.3, -0.1), "gR": (0.1, 0.3), "e": (0.2, 0.4), "mZ": 91.1876}, (0, 0, "mZ", 0), (100, 600), 0.95, 1, of_point(z_photon)),
    ("e- e+ -> W- W+", {"e": 0.31, "g": 0.65, "cw": 0.88, "gL": -0.2, "gR": 0.17, **STANDARD}, (0, 0, "mW", "mW"), (165, 400), 1, 1, direct(w_pair)),
    ("gamma e- -> W- nu", {"e": (0.2, 0.4), "g": (0.5, 0.7), "mW": 80.377}, (0, 0, "mW", 0), (90, 400), 1, 1, direct(w_neutrino)),
    ("f f -> f f (massive vector)", {"g": (0.3, 0.7), "mZ": (20, 100)}, (0, 0, 0, 0), (30, 300), 1, 2, of_point(moller_massive)),
    ("chi chi -> f fbar (Majorana, scalars)", {"m": (50, 200), "M": (210, 500), "y": (0.3, 0.9)}, ("m", "m", 0, 0), (410, 900), 1, 1, of_point(majorana_scalars)),
    ("e- p -> e- p (Rosenbluth)", {"e": 0.3028, "M": 0.938272, "F1": (0.5, 1), "F2": (0.5, 1.8)}, (0, "M", 0, "M"), (1.2, 4), 0.9, 1, of_point(rosenbluth)),
    ("q qbar -> gamma gamma, massless", {"alpha": 0.0073}, (0, 0, 0, 0), (1, 100), 0.9, 2, of_point(photons)),
    ("phi phi -> h h (s, t, u)", {"m": (90, 160), "mh": (60, 125), "G": (0.1, 5), "k": (40, 90), "k3": (50, 200), "lam": (0.1, 0.9)}, ("m", "m", "mh", "mh"), (350, 800), 1, 2, of_point(scalars)),
]
TOTALS = [
    ("chi chi -> f fbar (Majorana, axial)", {"m": (50, 150), "mf": (5, 140), "M": (200, 500), "G": (5, 30), "gx": (0.2, 0.6), "gV": (0.1, 0.5), "gA": (0.1, 0.5)}, (310, 900), majorana_axial),
    ("e- e+ -> V -> W W (one vector)", {"M": (200, 500), "G": (5, 30), "g": (0.1, 0.4), "h": (0.1, 0.5), "mW": 80.377}, (170, 700), vector_resonance(width_ww)),
    ("e- e+ -> V -> h A", {"M": (200, 500), "G": (5, 30), "g": (0.1, 0.4), "h": (0.1, 0.5), "mh": (50, 130), "mA": (50, 150)}, (300, 700), vector_resonance(width_ha)),
    ("e- e+ -> gamma gamma (axion)", {"M": (5, 20), "G": (0.1, 1), "y": (0.1, 0.5), "c": (1e-4, 1e-2), "ml": (0.1, 2)}, (5, 30), axion),
]


def drawn(spec, chance):
    return {
        name: round(chance.uniform(*value), 6) if isinstance(value, tuple) else value
        for name, value in spec.items()
    }


def integral(square, v, masses, energy, cut, identical):
    x = Point(masses, energy, 0)
    total = sum(cut * w * square(v, masses, energy, cut * c) for c, w in NODES)
    return total * x.p_out / (x.p_in * 32 * PI * x.s * identical)


def main():
    chance = random.Random(20240611)
    entries = []
    for name, spec, mass_names, (low, high), cut, identical, square in SQUARES:
        for _ in range(2):
            v, energy = drawn(spec, chance), round(chance.uniform(low, high), 4)
            masses = tuple(v.get(m, m) for m in mass_names)
            at = [{"cos_theta": c, "mean_square": square(v, masses, energy, c)} for c in (-0.7, 0.2, 0.6)]
            sigma = integral(square, v, masses, energy, cut, identical)
            entries.append({"process": name, "inputs": v, "sqrt_s_gev": energy, "cut": cut, "points": at, "sigma_gev_minus2": sigma})
    for name, spec, (low, high), sigma in TOTALS:
        for _ in range(2):
            v, energy = drawn(spec, chance), round(chance.uniform(low, high), 4)
            entries.append({"process": name, "inputs": v, "sqrt_s_gev": energy, "cut": 1, "points": [], "sigma_gev_minus2": sigma(v, energy)})
    print(json.dumps({"entries": entries}, indent=1))


main()
