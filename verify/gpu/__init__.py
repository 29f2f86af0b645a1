"""Measures on a GPU: kernels compiled with line information, launched through CuPy, counted by Nsight Compute."""
