"""What an explained call changes of the user's, and explaining without changing anything."""

from __future__ import annotations

import copy
import random
from collections import OrderedDict, deque
from typing import Any

import pytest
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

from dynexplain import explain
from dynexplain.errors import NotExplainableError


class Counting(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.norm = torch.nn.BatchNorm1d(3)
        self.calls = 0

    def forward(self, x: Any) -> Any:
        self.calls += 1
        x.add_(1)
        return self.norm(x) * torch.rand(1)


def state_of(module: Counting) -> dict[str, Any]:
    return {name: value.clone() for name, value in module.state_dict().items()}


def test_the_report_says_what_the_call_changed() -> None:
    report = explain(Counting())(torch.ones(2, 3)).report
    changed = {(change.kind, change.name) for change in report.changes}
    assert ("argument", "x") in changed
    assert ("buffer", "norm.running_mean") in changed
    assert ("random", "torch") in changed
    assert not any(kind == "parameter" for kind, _ in changed)


def test_a_training_step_changes_parameters_and_gradients() -> None:
    net = torch.nn.Linear(2, 1)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)

    def step(x: Any) -> Any:
        loss = net(x).sum()
        loss.backward()
        opt.step()
        return loss

    kinds = {change.kind for change in explain(step)(torch.ones(3, 2)).report.changes}
    assert {"parameter", "gradient"} <= kinds


def test_a_call_that_changes_nothing_says_nothing() -> None:
    assert explain(lambda x: x + 1)(torch.ones(3)).report.changes == ()


def test_clone_inputs_leaves_everything_as_it_was() -> None:
    module, x = Counting(), torch.ones(2, 3)
    before, seed, numbers = state_of(module), torch.get_rng_state(), random.getstate()
    out = explain(module, clone_inputs=True)(x)
    assert out.graph_count == 1
    assert out.report.changes == ()
    assert torch.equal(x, torch.ones(2, 3))
    assert module.calls == 0
    assert all(torch.equal(before[name], value) for name, value in module.state_dict().items())
    assert torch.equal(seed, torch.get_rng_state())
    assert random.getstate() == numbers


def test_clone_inputs_puts_gradients_and_parameters_back() -> None:
    net = torch.nn.Linear(2, 1)
    net.weight.grad = torch.full((1, 2), 5.0)
    weight, grad = net.weight.clone(), net.weight.grad

    def step(x: Any) -> Any:
        loss = net(x).sum()
        loss.backward()
        torch.optim.SGD(net.parameters(), lr=0.1).step()
        return loss

    explain(step, clone_inputs=True)(torch.ones(3, 2))
    assert torch.equal(net.weight, weight)
    assert net.weight.grad is grad
    assert torch.equal(grad, torch.full((1, 2), 5.0))
    assert net.bias.grad is None


def test_clone_inputs_keeps_a_tensor_that_is_given_twice_one_tensor() -> None:
    x = torch.ones(3)
    out = explain(lambda a, b: a is b, clone_inputs=True)(x, x)
    assert out.result is True


class Remembering(torch.nn.Module):
    """Keeps things where ``state_dict`` does not look."""

    def __init__(self) -> None:
        super().__init__()
        self.history: list[Any] = []
        self.options = OrderedDict(a={"seen": {1}}, b=deque([1], maxlen=1))
        self.total = torch.zeros(3)

    def forward(self, x: Any) -> Any:
        self.history.append(x.shape[0])
        self.options["a"]["seen"].add(2)
        self.options["b"].append(2)
        self.options.move_to_end("a")
        self.total.add_(x)
        self.late = 1
        return x * 2


LOG: list[int] = []
NET = torch.nn.BatchNorm1d(3)


def logging(x: Any) -> Any:
    LOG.append(x.shape[0])
    return NET(x)


def test_clone_inputs_puts_back_what_containers_held() -> None:
    module = Remembering()
    history, options = module.history, module.options
    explain(module, clone_inputs=True)(torch.ones(3))
    assert module.history is history
    assert history == []
    assert module.options is options
    assert list(options.items()) == [("a", {"seen": {1}}), ("b", deque([1]))]
    assert module.total.tolist() == [0, 0, 0]
    assert not hasattr(module, "late")


def test_clone_inputs_puts_back_what_arguments_and_global_variables_held() -> None:
    mean, cache, seen = NET.running_mean.clone(), [torch.ones(3)], {1}

    def grow(cache: Any, seen: Any) -> Any:
        cache[0].add_(1)
        cache.append(cache[0] * 2)
        seen.add(2)
        return cache[1]

    explain(grow, clone_inputs=True)(cache, seen)
    assert [item.tolist() for item in cache] == [[1, 1, 1]]
    assert seen == {1}
    explain(logging, clone_inputs=True)(torch.ones(2, 3))
    assert LOG == []
    assert torch.equal(NET.running_mean, mean)


def test_clone_inputs_puts_an_optimizer_back() -> None:
    net = torch.nn.Linear(2, 1)
    adam = torch.optim.Adam(net.parameters())

    def step(x: Any) -> Any:
        adam.zero_grad()
        net(x).sum().backward()
        adam.step()

    step(torch.ones(3, 2))
    before = copy.deepcopy(adam.state_dict())
    explain(step, clone_inputs=True)(torch.ones(3, 2))
    assert repr(adam.state_dict()) == repr(before)


def test_changes_of_a_global_model_are_told() -> None:
    changed = {(change.kind, change.name) for change in explain(logging)(torch.ones(2, 3)).report.changes}
    assert ("buffer", "NET.running_mean") in changed
    LOG.clear()


class Told(TorchFunctionMode):
    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.names: list[str] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.names.append(func.__name__)
        return func(*args, **(kwargs or {}))


class Dispatched(TorchDispatchMode):
    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.names: list[str] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.names.append(str(func))
        return func(*args, **(kwargs or {}))


def double(x: Any) -> Any:
    return x * 2


@pytest.mark.parametrize("clone", [False, True])
def test_the_users_modes_are_not_told_of_what_is_looked_at(clone: bool) -> None:
    x = torch.ones(2)
    with Told() as compiled:
        torch.compile(double, backend="eager")(x)
    with Told() as explained:
        explain(double, clone_inputs=clone)(x)
    assert explained.names == compiled.names
    with Dispatched() as dispatched:
        explain(double, clone_inputs=clone)(x)
    assert dispatched.names == ["aten.mul.Tensor"]


class Kept(torch.Tensor):
    pass


def test_a_clone_is_of_the_same_class_and_has_its_attributes() -> None:
    x = torch.ones(2).as_subclass(Kept)
    x.unit = "m"  # type: ignore[attr-defined]
    clone = explain(lambda x: x, clone_inputs=True)(x).result
    assert clone is not x
    assert (type(clone), clone.unit) == (Kept, "m")


def test_an_argument_that_contains_itself_is_not_copied_and_says_so() -> None:
    around: list[Any] = [torch.ones(2)]
    around.append(around)
    with pytest.raises(NotExplainableError, match="contains itself"):
        explain(lambda held: held[0] + 1, clone_inputs=True)(around)
    assert around[1] is around
    assert torch.equal(explain(lambda held: held[0] + 1)(around).result, torch.full((2,), 2.0))


def test_parameters_and_buffers_whose_sizes_or_type_change_are_put_back() -> None:
    class Prune(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.w = torch.nn.Parameter(torch.ones(4))
            self.register_buffer("k", torch.zeros(1))
            self.inner = torch.nn.Linear(4, 1)

        def forward(self, x: Any) -> Any:
            y = (self.w * x).sum()
            self.w.data = self.w.data[:2] * 3
            self.k.resize_(3).fill_(2.0)
            self.inner.double()
            return y

    net = Prune()
    weight, parameter = net.inner.weight.detach().clone(), net.w
    explain(net, clone_inputs=True)(torch.ones(4))
    assert net.w is parameter
    assert torch.equal(net.w, torch.ones(4))
    assert torch.equal(net.k, torch.zeros(1))
    assert net.inner.weight.dtype is torch.float32
    assert torch.equal(net.inner.weight, weight)


def test_tensors_without_values_and_those_of_inference_mode_are_put_back() -> None:
    with torch.inference_mode():
        made_there = torch.ones(3)

    class Odd(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("there", made_there)
            self.register_buffer("nothing", torch.ones(3, device="meta"))

        def forward(self, x: Any) -> Any:
            with torch.inference_mode():
                self.there.add_(1)
            return x + 1

    explain(Odd(), clone_inputs=True)(torch.ones(3))
    assert torch.equal(made_there, torch.ones(3))


def test_a_lazy_module_is_refused_before_the_call() -> None:
    net = torch.nn.Sequential(torch.nn.LazyLinear(3))
    with pytest.raises(NotExplainableError, match=r"0\.weight.*Call the module once before"):
        explain(net, clone_inputs=True)(torch.ones(2, 3))
    assert isinstance(net[0], torch.nn.LazyLinear)
    assert explain(net)(torch.ones(2, 3)).graph_count == 1
