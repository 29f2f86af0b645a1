"""Abstract SIMT execution: all lanes of a few sampled blocks at once, over known values, stand-ins for unknown ones and
loaded data."""
