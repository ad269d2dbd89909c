"""
Makes tables.jsonl: data sets and their statistics, computed without the code of the project: exact p-values by counting with whole numbers, the rest by scipy.
Run: python3 tables.py > tables.jsonl (needs python3-scipy).
"""
import json
import random
from fractions import Fraction
from math import ceil, comb
from scipy import stats

random.seed(23)
POINTS = 60  # scores are whole multiples of 1/60


def exact_p(numerators):
    """Of differences as whole numbers, by the distribution of their sum over all signs."""
    sums = {0: 1}
    for size in numerators:
        after = {}
        for total, count in sums.items():
            for signed in (total + size, total - size):
                after[signed] = after.get(signed, 0) + count
        sums = after
    far = sum(count for total, count in sums.items() if abs(total) >= abs(sum(numerators)))
    return Fraction(far, 2 ** len(numerators))


def needed(differences):
    n = len(differences)
    level, power = stats.norm.ppf(0.975), stats.norm.ppf(0.8)

    def planned(factor, deviation):
        return (factor * deviation / 0.1) ** 2 + level**2 / 2

    if n < 5:
        return ceil(planned(level + power, 0.25))
    deviation = max(stats.tstd(differences), 0.1)
    # P(T <= c) = 0.8 where (c (1 - 1/4f) - level) / sqrt(1 + c^2 / 2f) is nearly normal
    freedom = n - 1
    bias = 1 - 1 / (4 * freedom)
    a, b, c = bias**2 - power**2 / (2 * freedom), -2 * bias * level, level**2 - power**2
    uncertain = (-b + (b * b - 4 * a * c) ** 0.5) / (2 * a)
    weight = min(1, max(0, planned(level + power, deviation) / n / 4 - 1 / 4))
    return max(6, ceil(planned(weight * uncertain + (1 - weight) * (level + power), deviation)))


def pass_at(n, c, k):
    return 1 - comb(n - c, k) / comb(n, k)


def data_set(index):
    scenarios = 1 + index % 24  # up to 24 the test is exact
    repeats = random.choice([1, 1, 2, 3])
    grain = random.choice([1, 5, 12, 15, 30, 60])  # coarse points make ties
    shift = random.choice([-0.2, 0, 0, 0.1, 0.3])
    cells = []
    for _ in range(scenarios):
        base = random.betavariate(2, 1)
        row = []
        for mean in (base, base + shift):
            row.append([draw(mean, grain) for _ in range(repeats)])
        cells.append(row)
    return repeats, cells


def draw(mean, grain):
    if random.random() < 0.05:
        return None  # a void cell
    step = POINTS // grain
    return step * min(grain, max(0, round(random.gauss(mean, 0.15) * grain)))


def row(index):
    repeats, cells = data_set(index)
    pairs = [[w - b for b, w in zip(*arms) if b is not None and w is not None] for arms in cells]
    pairs = [p for p in pairs if p]
    # means as whole multiples of 1/3600, since 60 is a multiple of every number of pairs
    whole = [sum(p) * 60 // len(p) for p in pairs]
    assert all(sum(p) * 60 % len(p) == 0 for p in pairs)
    differences = [w / 3600 for w in whole]
    p = exact_p(whole) if whole else None
    if 1 < len(whole) <= 10:
        other = stats.permutation_test((whole,), sum, permutation_type="samples", n_resamples=1024)
        assert abs(other.pvalue - float(p)) < 1e-12
    variants = []
    for arm in (0, 1):
        scores = [[s for s in arms[arm] if s is not None] for arms in cells]
        means = [stats.tmean(s) / POINTS for s in scores if s]
        full = [s for s in scores if len(s) == repeats]
        passed = [sum(x >= 48 for x in s) for s in full]
        variants.append({
            "mean": stats.tmean(means) if means else None,
            "passAt": stats.tmean([pass_at(repeats, c, repeats) for c in passed]) if full else None,
            "passAll": stats.tmean([comb(c, repeats) for c in passed]) if full else None,
        })
    return {
        "cells": cells,
        "lift": 100 * stats.tmean(differences) if differences else None,
        "p": float(p) if p is not None else None,
        "scenarios": len(whole),
        "pairs": sum(map(len, pairs)),
        "needed": needed(differences),
        "variants": variants,
    }


def line(value):
    print(json.dumps(value, separators=(",", ":")))


line({
    "t95": [stats.t.ppf(0.975, freedom) for freedom in range(1, 201)],
    # by degrees of freedom
    "noncentral": {f: stats.nct.ppf(0.8, f, stats.norm.ppf(0.975)) for f in (4, 6, 10, 30, 99)},
})
for index in range(200):
    line(row(index))
