"""Nsight Compute: its commands, its reports, and what its errors mean."""
