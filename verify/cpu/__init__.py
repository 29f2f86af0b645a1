"""Measures on the CPU: kernels compiled as host C++ with every access reported, run block by block, costed by the
hardware model. Needs a C++ compiler and no GPU."""
