"""A captured ``torch.fx`` graph as plain node records."""

from __future__ import annotations

from typing import Any

from ..records import NodeRecord

_DTYPES = {
    "float64": "f64",
    "float32": "f32",
    "float16": "f16",
    "bfloat16": "bf16",
    "int64": "i64",
    "int32": "i32",
    "int16": "i16",
    "int8": "i8",
    "uint8": "u8",
    "bool": "b8",
    "complex64": "c64",
    "complex128": "c128",
}
_LONGEST_ARGUMENT = 60


def describe(module: Any) -> tuple[NodeRecord, ...]:
    """Describe every node of a ``GraphModule``, in execution order. Nothing of the module is kept."""
    nodes = list(module.graph.nodes)
    position = {node: index for index, node in enumerate(nodes)}
    return tuple(_node(node, module, position) for node in nodes)


def returned_nodes(module: Any) -> tuple[int, ...]:
    """The position of the node behind each value that the graph returns, -1 where it is no node."""
    nodes = list(module.graph.nodes)
    position = {node: index for index, node in enumerate(nodes)}
    output = nodes[-1]
    if output.op != "output":
        return ()
    values = output.args[0] if isinstance(output.args[0], tuple | list) else (output.args[0],)
    return tuple(position.get(value, -1) if hasattr(value, "all_input_nodes") else -1 for value in values)


def _node(node: Any, module: Any, position: dict[Any, int]) -> NodeRecord:
    shape, dtype = _value(node.meta.get("example_value"))
    role, target, qualified = _target(node, module)
    stack = node.meta.get("nn_module_stack") or {}
    return NodeRecord(
        name=node.name,
        op=node.op,
        role=role,
        target=target,
        qualified=qualified,
        args=_arguments(node),
        shape=shape,
        dtype=dtype,
        modules=tuple((str(path), _class_name(kind)) for path, kind in stack.values()),
        stack_trace=node.meta.get("stack_trace") or "",
        inputs=tuple(position[source] for source in node.all_input_nodes),
    )


def _target(node: Any, module: Any) -> tuple[str, str, str]:
    """(role, short name, full name). For a placeholder both names are Dynamo's expression for where it came from."""
    if node.op == "placeholder":
        source = getattr(node, "_dynamo_source", None) or getattr(node.meta.get("grapharg"), "source", None)
        name = _source_name(source) or str(node.target)
        if "._parameters[" in name:
            return "parameter", name, name
        return ("buffer" if "._buffers[" in name else "input"), name, name
    if node.op == "output":
        return "output", "output", "output"
    if node.op == "get_attr":
        return "constant", str(node.target), str(node.target)
    if node.op == "call_method":
        return "op", str(node.target), f"Tensor.{node.target}"
    if node.op == "call_module":
        return "op", str(node.target), _class_name(type(module.get_submodule(node.target)))
    name = getattr(node.target, "__name__", None) or str(node.target)
    owner = getattr(node.target, "__module__", None)
    return "op", name, f"{owner}.{name}" if owner else str(node.target)


def _source_name(source: Any) -> str:
    name = getattr(source, "name", "")
    return str(name() if callable(name) else name)


def _class_name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind).rpartition(".")[2]


def _value(value: Any) -> tuple[str, str]:
    """(shape, dtype) as a person writes them: ``[2, 64]``, ``f32``; several values are listed."""
    import torch

    if value is None:
        return "", ""
    if isinstance(value, torch.Tensor):
        return _shape(value), _dtype(value)
    if isinstance(value, tuple | list):
        parts = [_value(item) for item in value]
        return "(" + ", ".join(f"{dtype}{shape}" for shape, dtype in parts[:8]) + (
            ", …" if len(parts) > 8 else ""
        ) + ")", ""
    return str(value)[:_LONGEST_ARGUMENT], type(value).__name__


def _shape(tensor: Any) -> str:
    try:
        return "[" + ", ".join(str(size) for size in tensor.shape) + "]"
    except RuntimeError:  # the rows of a strided nested tensor differ in size
        return "[…]"


def _dtype(tensor: Any) -> str:
    name = str(tensor.dtype).removeprefix("torch.")
    return _DTYPES.get(name, name)


def _arguments(node: Any) -> str:
    parts = [_argument(value) for value in node.args]
    parts += [f"{key}={_argument(value)}" for key, value in node.kwargs.items()]
    return ", ".join(parts)


def _argument(value: Any) -> str:
    if isinstance(value, tuple | list):
        inner = ", ".join(_argument(item) for item in value[:8]) + (", …" if len(value) > 8 else "")
        return f"({inner})" if isinstance(value, tuple) else f"[{inner}]"
    text = str(value) if hasattr(value, "all_input_nodes") else repr(value)
    return text if len(text) <= _LONGEST_ARGUMENT else text[: _LONGEST_ARGUMENT - 1] + "…"


def call_text(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """A call with types and shapes in place of values: ``forward(f32[2, 8], mask=None)``."""
    if not args and not kwargs and not name.replace(".", "").isidentifier():
        # A whole expression was given, and is its own call.
        return name
    parts = [_given(value) for value in args] + [f"{key}={_given(value)}" for key, value in kwargs.items()]
    return f"{name}({', '.join(parts)})"


def _given(value: Any) -> str:
    import torch

    # By exact type, and never by `isinstance`: subclasses and `__class__` may run the user's code.
    kind = type(value)
    if kind in (torch.Tensor, torch.nn.Parameter):
        with torch._C.DisableTorchFunction():
            return f"{_dtype(value)}{_shape(value)}"
    if kind in (type(None), bool, int, float):
        return repr(value)
    if kind is str:
        return repr(value if len(value) <= 20 else value[:19] + "…")
    if kind in (tuple, list) and len(value) <= 4:
        inner = ", ".join(_given(item) for item in value)
        return f"({inner})" if kind is tuple else f"[{inner}]"
    return str(type.__dict__["__name__"].__get__(kind))
