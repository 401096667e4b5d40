"""The model: records become a Report. Nothing in here touches torch."""
