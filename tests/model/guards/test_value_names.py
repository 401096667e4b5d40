"""Dynamo's expressions as a person writes them."""

from __future__ import annotations

from typing import Any

import pytest

from dynexplain.model.guards.value_names import inside_wrapper, module_path, readable


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ("L['x']", "x"),
        ("L['self']._modules['layers']._modules['0']._parameters['weight']", "self.layers[0].weight"),
        ("L['self'].__dict__", "self"),
        ("L['self'].__dict__['_modules']['layers']._modules['0'].scale", "self.layers[0].scale"),
        ("G['__import_torch_dot_nn_dot_modules_dot_linear'].F", "torch.nn.modules.linear.F"),
        ("G['__builtins_dict___12']['iter']", "builtins['iter']"),
        ("L['___stack0']", "a value on the stack"),
        ("L['cfg']['a b']", "cfg['a b']"),
        ("0.38*L['x'].size()[0] <= 1.2", "0.38*x.size()[0] <= 1.2"),
        ("L['p'] == 12.5", "p == 12.5"),
        ("-1.5 <= L['p']", "-1.5 <= p"),
        ("L['self'].layers.0.1 is None", "self.layers[0][1] is None"),
        ("L['name'] == 'v.1 of it'", "name == 'v.1 of it'"),
    ],
)
def test_guard_sources(expression: str, name: str) -> None:
    assert readable(expression) == name


@pytest.mark.parametrize(
    ("expression", "path"),
    [
        ("L['self']", ""),
        ("L['self'].encoder.layer[0]", "encoder.layer.0"),
        ("L['self']._modules['fc']._buffers['b']", "fc.b"),
        ("L['model']._modules['fc']", "model.fc"),
        ("L['self'].__dict__['_modules']['layers']._modules['0']", "layers.0"),
        ("L['self'][0]", "0"),
        ("L['args'][0]._modules['layers']._modules['0']", "args[0].layers.0"),
        ("L['models']['a b'].fc", "models['a b'].fc"),
    ],
)
def test_module_paths_are_those_of_named_modules(expression: str, path: str) -> None:
    assert module_path(expression) == path


def test_what_wrap_inline_is_given_is_called_by_the_names_of_the_function_inside() -> None:
    class Net:
        def forward(self, x: Any, mask: Any) -> Any: ...

    code = Net.forward.__code__
    assert inside_wrapper("L['args'][1]", code, 1, "L['fn']") == "L['mask']"
    assert inside_wrapper("L['fn']._modules['a']", code, 1, "L['fn']") == "L['self']._modules['a']"
    assert inside_wrapper("L['args'][7]", code, 1, "L['fn']") == "L['args'][7]"
