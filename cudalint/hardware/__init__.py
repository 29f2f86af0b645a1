"""What a warp costs: integers only, measured on hardware."""
