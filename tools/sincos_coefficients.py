#!/usr/bin/env python3
"""The numbers in tauforge/emit/sincos.cpp: polynomials and the parts of pi/2. Needs mpmath; takes half a minute.

    sin r = r + r^3 P(r^2)            relative error weighted by r^3 / sin r
    cos r = 1 - r^2/2 + r^4 Q(r^2)    relative error weighted by r^4 / cos r

P and Q are weighted minimax polynomials on 0 < r^2 <= (pi/4)^2, a little widened because the number of quarter turns
is rounded from an inexact product. The lowest coefficient is rounded to the precision of the code, the others are
fitted anew, and so on, so that a later coefficient makes up for the rounding of an earlier one.
"""
from mpmath import cos, floor, frexp, ldexp, linspace, log, lu_solve, matrix, mp, mpf, nint, pi, sign, sin, sqrt

mp.prec = 400


def round_to(x, bits):
    mantissa, exponent = frexp(x)
    return ldexp(nint(ldexp(mantissa, bits)), exponent - bits)


def truncate_to(x, bits):
    mantissa, exponent = frexp(x)
    return ldexp(floor(ldexp(mantissa, bits)), exponent - bits)


def alternating_extrema(points, errors, wanted):
    """The greatest errors, one for each run of equal signs, cut to the wanted number at the smaller end."""
    extrema = []
    for point, error in zip(points, errors):
        if extrema and sign(extrema[-1][1]) == sign(error):
            if abs(error) > abs(extrema[-1][1]):
                extrema[-1] = (point, error)
        else:
            extrema.append((point, error))
    while len(extrema) > wanted:
        extrema.pop(0 if abs(extrema[0][1]) < abs(extrema[-1][1]) else -1)
    return [point for point, _ in extrema]


def minimax(function, weight, degree, top):
    """Remez exchange: coefficients of the polynomial whose weighted error on (0, top] is the smallest."""
    size = degree + 2
    grid = [top * (1 - cos(pi * mpf(k + 1) / 2000)) / 2 for k in range(2000)]
    wanted = [function(z) for z in grid]
    points = [top * (1 - cos(pi * (2 * k + 1) / (2 * size))) / 2 for k in range(size)]
    for _ in range(20):
        system, right = matrix(size, size), matrix(size, 1)
        for i, z in enumerate(points):
            for j in range(size - 1):
                system[i, j] = z**j
            system[i, size - 1] = (-1) ** i / weight(z)
            right[i] = function(z)
        coefficients = list(lu_solve(system, right))[:-1]
        errors = [weight(z) * (mp.polyval(coefficients[::-1], z) - f) for z, f in zip(grid, wanted)]
        before, points = points, alternating_extrema(grid, errors, size)
        if len(points) != size or points == before:
            break
    return coefficients


def rounded(function, weight, degree, top, bits):
    first = round_to(minimax(function, weight, degree, top)[0], bits)
    if degree == 0:
        return [first]
    return [first] + rounded(lambda z: (function(z) - first) / z, lambda z: weight(z) * z, degree - 1, top, bits)


def print_polynomials(bits, degree, widening):
    top = (pi / 4 * (1 + widening)) ** 2
    for name, function, weight in (
        ("P", lambda z: (sin(sqrt(z)) - sqrt(z)) / sqrt(z) ** 3, lambda z: sqrt(z) ** 3 / sin(sqrt(z))),
        ("Q", lambda z: (cos(sqrt(z)) - 1 + z / 2) / z**2, lambda z: z**2 / cos(sqrt(z))),
    ):
        coefficients = rounded(function, weight, degree, top, bits)
        points = linspace(top / 500, top, 500)
        error = max(abs(weight(z) * (mp.polyval(coefficients[::-1], z) - function(z))) for z in points)
        print(f"{name}, {bits} bits, relative error 2^{float(log(error, 2)):.1f}")
        for coefficient in coefficients:
            print("   ", float(coefficient).hex())


def print_parts(bits):
    rest = pi / 2
    for k, length in enumerate(bits):
        part = round_to(rest, length) if k == len(bits) - 1 else truncate_to(rest, length)
        rest -= part
        print("   ", float(part).hex(), f"{length} bits")


print_polynomials(53, 5, mpf(2) ** -12)
print_polynomials(24, 2, mpf(2) ** -9)
print("pi/2 for double")
print_parts((38, 38, 53))
print("pi/2 for float")
print_parts((11, 11, 11, 24))
