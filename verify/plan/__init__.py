"""From a kernel's source to a launch with arguments: its shape, its arrays, its scalars."""
