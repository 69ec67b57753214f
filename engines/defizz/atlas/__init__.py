"""Silhouettes of countries, and maps on which something is marked, from free outlines (`outlines.txt`)."""
