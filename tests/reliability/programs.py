"""What is run with a fault in it, once with dynexplain and once without: each gives what the user gets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

Asked = list[Any]
"""Outputs of dynexplain that the program got hold of: their reports are built afterwards."""


class Net(torch.nn.Module):
    """A module with a buffer, a parameter and a graph break."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.register_buffer("calls", torch.zeros(1))
        with torch.no_grad():
            self.linear.weight.fill_(0.5)
            self.linear.bias.fill_(0.25)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Breaks in the middle."""
        self.calls += 1
        y = self.linear(x).relu()
        if y.sum() > 1000:
            y = y - 1
        return y * scale(x)


def scale(x: torch.Tensor) -> torch.Tensor:
    """A break of its own."""
    torch._dynamo.graph_break()
    return x.abs() + 1


def count(x: torch.Tensor, n: int) -> torch.Tensor:
    """Compiled again for each `n`."""
    return x * n + len(x.shape)


def skips(x: torch.Tensor) -> torch.Tensor:
    """The loop is left to Python."""
    total = x
    for i in range(2):
        total = total + i
        print(end="")
    return total


def numbers(n: int) -> Any:
    """Generators are refused."""
    yield from (torch.ones(1) * i for i in range(n))


def many(x: torch.Tensor) -> float:
    """Uses what Dynamo does not compile, a container and a number."""
    values = {"a": [x, x + 1], "b": sum(numbers(2))}
    return float((values["a"][1] + values["b"]).sum())


def fails(x: torch.Tensor) -> torch.Tensor:
    """Raises in the middle."""
    y = x.sin()
    torch._dynamo.graph_break()
    raise ValueError(f"of the user: {y.shape}")


class _Box:
    def __init__(self, value: torch.Tensor) -> None:
        self.value = value


def explained(dx: Any, asked: Asked) -> Any:
    """`explain` of a module."""
    net, x = Net(), torch.arange(3.0).reshape(1, 3)
    if dx is None:
        return torch.compile(net, backend="eager")(x), net.calls
    out = dx.explain(net)(x)
    asked.append(out)
    return out.result, net.calls


def cloned(dx: Any, asked: Asked) -> Any:
    """`explain` with inputs that are put back."""
    x, held = torch.ones(3), {"list": [torch.ones(2)]}
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def f(x: torch.Tensor, held: dict[str, Any]) -> torch.Tensor:
        x.add_(1)
        held["list"].append(x)
        optimizer.zero_grad()
        return x * held["list"][0].sum()

    if dx is None:
        return torch.compile(f, backend="eager")(x.clone(), {"list": [torch.ones(2)]}), x, held
    out = dx.explain(f, clone_inputs=True, dynamic=False)(x, held)
    asked.append(out)
    return out.result, x, held


def optimized(dx: Any, asked: Asked) -> Any:
    """`optimize`, with recompiles."""
    context = torch._dynamo.optimize("eager") if dx is None else dx.optimize("eager")
    step = context(count)
    x = torch.ones(2, 2)
    results = [step(x, n) for n in (2, 3, 3, 4)] + [step(torch.ones(4), 5), context(Net())(torch.ones(1, 3))]
    if dx is not None:
        asked.append(context.explain_output())
    return results


def watched(dx: Any, asked: Asked) -> Any:
    """`watch` around what is compiled by the user."""
    functions = [torch.compile(f, backend="eager") for f in (count, skips, many)]

    def block() -> Any:
        return functions[0](torch.ones(2), 2), functions[0](torch.ones(2), 7), functions[1](torch.ones(2)), many_of()

    def many_of() -> Any:
        return functions[2](torch.ones(2)), functions[2](torch.ones(3, dtype=torch.float64))

    if dx is None:
        return block()
    with dx.watch() as session:
        results = block()
    asked.append(session.explain_output())
    return results


def raising(dx: Any, asked: Asked) -> Any:
    """An exception of the user's goes through."""
    if dx is None:
        return torch.compile(fails, backend="eager")(torch.ones(2))
    try:
        return dx.explain(fails)(torch.ones(2))
    except Exception as error:
        if hasattr(error, "explain_output"):
            asked.append(error.explain_output)
        raise


def failing_fullgraph(dx: Any, asked: Asked) -> Any:
    """An exception of Dynamo's goes through."""
    if dx is None:
        return torch.compile(scale, backend="eager", fullgraph=True)(torch.ones(2))
    try:
        return dx.explain(scale, fullgraph=True)(torch.ones(2))
    except Exception as error:
        if hasattr(error, "explain_output"):
            asked.append(error.explain_output)
        raise


def module_backend(dx: Any, asked: Asked) -> Any:
    """A backend that returns a module, a tensor that flows from graph to graph, a compiled module, a partial."""
    net = Net()
    net.compile(backend="eager")
    if dx is None:
        return torch.compile(net, backend=lambda gm, inputs: gm)(torch.ones(1, 3))
    out = dx.explain(net, backend=lambda gm, inputs: gm)(torch.ones(1, 3))
    asked.append(out)
    return out.result


PROGRAMS: tuple[Callable[[Any, Asked], Any], ...] = (
    explained,
    watched,
    optimized,
    cloned,
    raising,
    failing_fullgraph,
    module_backend,
)
