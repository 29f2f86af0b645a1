"""The configuration: which keys there are, where the nearest file is, what it says."""

from cudalint.config.keys import KEYS, Config
from cudalint.config.load import Configurations, read_config
from cudalint.config.values import BadConfig

__all__ = ["KEYS", "BadConfig", "Config", "Configurations", "read_config"]
