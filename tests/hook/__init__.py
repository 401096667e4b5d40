"""Tests of the frame hook; a package so that its files may be named as they are elsewhere."""
