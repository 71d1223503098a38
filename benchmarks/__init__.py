"""Measurements of Regatta, as ratios in one run against a peer or a floor; ``python -m benchmarks``."""
