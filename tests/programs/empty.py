"""There is no tensor anywhere."""


def greet(name):
    return f"hello {name}"


def make():
    return greet, [(("you",), {})]
