"""The host side: which kernels are launched, in which shape and with which arguments."""
