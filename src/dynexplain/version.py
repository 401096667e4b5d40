"""The version of dynexplain, for who must not import the package: reports name it."""

VERSION = "0.1.0"
