"""A graph break in a few plain words, for the kinds that users meet. Backticks mark code."""

from __future__ import annotations

import re

_CLASS = r"(?:UserDefined|Unspecialized)\w*\((?:<class ')?(?:[\w<>]+\.)*(\w+)"
_OPERATOR = r"^Higher Order Operator: ([\w.]+)"
_NAME_IN_CONTEXT = {
    "Attempted to call function marked as skipped": r"qualname: ([\w.<>]+)",
    "Attempted to inline function marked as skipped": r"qualname: ([\w.<>]+)",
    "Attempted to read undefined local variable": r"LOAD_FAST (\w+)",
    "Cannot trace user-defined __len__": r"^([\w.]+)\.__len__",
    "Data dependent operator": r"aten\.(\w+)",
    "Dynamic shape operator": r"(aten\.[\w.]+)",
    "Encountered aliasing during higher order op tracing": _OPERATOR,
    "Encountered input mutation during higher order op tracing": _OPERATOR,
    "Failed to trace builtin operator": r"^builtin (\w+)",
    "Failed to trace unittest method": r"TestCase\.(\w+)",
    "HOP body output unsupported": _OPERATOR,
    "HOP: Unsafe side effect": _OPERATOR,
    "HOP: non-callable variable": _OPERATOR,
    "Import failure": r"module_name: ([\w.]+)",
    "Missing bytecode handler": r"^(\w+) with args",
    "Skip calling `torch.compiler.disable()`d function": r"<function ([\w.<>]+)",
    "Skip inlining `torch.compiler.disable()`d function": r"<function ([\w.<>]+)",
    "Tensor.random_ op": r"Tensor\.(\w+)",
    "Unhandled args for method": r"call_method \S+ (\w+)",
    "Unhandled tensor method": r"call_method \S+ (\w+)",
    "Unsupported context manager": _CLASS,
    "Unsupported function call": _CLASS,
    "Unsupported method call": r"call_method .*? (\w+) [\[(]",
    "Unsupported ndarray attribute access": r"var_getattr \S+ (\w+)",
    "Unsupported ndarray method call": r"call_method \S+ (\w+)",
    "Unsupported tensor subclass attribute access": r"(\w+)",
    "attempted to trace numpy function unsupported by PyTorch": r"<(?:function|ufunc|class) '?([\w.]+)",
    "attempted to trace numpy function with config.trace_numpy=False": r"<(?:function|ufunc|class) '?([\w.]+)",
    "attempted to reorder a debugging function that can't actually be reordered": r"<built-in function (\w+)",
    "constant-like method call with non-constant args": r"([\w.]+)\(",
    "constant-like method call with unsupported return type": r"([\w.]+)\(",
    "failed to bind arguments when attempting to inline": r"func='([\w.<>]+)'",
    "logging.Logger method not supported for non-export cases": r"(?:method|name)[^\w]+(\w+)",
    "missing sq_contains": r"for ([\w.]+)",
    "missing tp_iter": r"for ([\w.]+)",
    "missing_mp_ass_subscript": r"for ([\w.]+)",
    "torch.Generator method": r"Generator\.(\w+)",
    "unsupported contextlib.* API": r"contextlib\.(\w+)",
}
_TITLES = {
    "Argument of `as_subclass` must be a non-dispatcher-style tensor subclass": (
        "`as_subclass` with a class that Dynamo does not support"
    ),
    "Assertion failed on symbolic shapes": "An `assert` on a size fails",
    "Attempt to trace generator": "A generator function cannot be compiled by itself",
    "Attempted to a str() method implemented in C/C++": "`str` of an object whose `__str__` is written in C",
    "Attempted to call function marked as skipped": "`{0}` is code that Dynamo does not trace",
    "Attempted to call op with non-contiguous `out=` tensor": "`out=` is not contiguous",
    "Attempted to copy.deepcopy a tensor": "A tensor is copied with `copy.deepcopy`",
    "Attempted to inline function marked as skipped": "`{0}` is on Dynamo's skip list",
    "Attempted to read undefined local variable": "`{0}` has no value here",
    "Attempted to represent unregistered RemovableHandle": "The handle of a hook that was registered elsewhere",
    "Attempted to use `torch.nn.Parameter()` constructor with Dynamo": "An `nn.Parameter` is made in compiled code",
    "Attempted to use `torch.nn.functional.one_hot` with data-dependent output shape": (
        "`one_hot` has to find the number of classes in the data"
    ),
    "Attempted to use tensor creation function with requires_grad=True": "A tensor is made with `requires_grad=True`",
    "Attempted to wrap RNN, GRU, or LSTM": "An RNN, GRU or LSTM",
    "Attempted to wrap a set with tensors": "A set with tensors in it",
    "Attempted to wrap sparse Tensor with VariableTracker": "A sparse tensor",
    "Attempted to wrap sparse Tensor": "A sparse tensor",
    "Attempted to wrap strided NestedTensor": "A nested tensor of the old, strided layout",
    "Backend compiler exception": "The backend failed on the graph",
    "Call to `torch._dynamo.graph_break()`": "`graph_break()` is called",
    "Call to `torch._dynamo.skip_frame()`": "`skip_frame()` is called",
    "Calling subclass default constructor with more than tensor argument": (
        "A tensor subclass is constructed from more than a tensor"
    ),
    "Can't convert torch._check*() message closure": "The message of `torch._check` uses a tensor",
    "Can't extract message from torch._check*()": "The message of `torch._check` is not a plain function",
    "Cannot trace user-defined __len__": "`len` of `{0}`, which Dynamo cannot look into",
    "Comparison on compile-time-only id or hash value": "The `id` or hash of an object is compared",
    "ComptimeContext graph break": "`comptime.graph_break()` is called",
    "Data dependent operator": "The result of `{0}` is a Python value that depends on the data",
    "Data pointer comparison": "The memory addresses of tensors are compared",
    "Data-dependent assertion failed (cannot compile partial graph)": "An `assert` fails where Dynamo cannot break",
    "Data-dependent branching": "A branch on the value of a tensor",
    "Dynamic shape operator": "The shape of a result depends on the data",
    "Dynamo recompile limit exceeded": "The recompile limit was hit",
    "Encountered aliasing during higher order op tracing": "A function given to `{0}` returns its own input",
    "Encountered input mutation during higher order op tracing": "A function given to `{0}` changes its input",
    "Encountered tensor.is_inference() during tracing": "`is_inference()` is called",
    "Encountered torch.is_inference_mode_enabled during tracing": "`torch.is_inference_mode_enabled()` is called",
    "Exception with bad expected type": "`except` names something that is no exception class",
    "Exception with non-type expectation": "`except` names something that is no exception class",
    "Failed to convert args/kwargs to proxy": "An operation of torch is given an object that cannot be in a graph",
    "Failed to mutate tensor data attribute to different dtype": "`.data` is replaced by a tensor of another dtype",
    "Failed to mutate tensor data attribute": "`.data` of a computed tensor is replaced",
    "Failed to set tensor attribute": "An attribute of a tensor is set",
    "Failed to trace builtin operator": "`{0}` cannot be traced",
    "Failed to trace unittest method": "`{0}` of a test case cannot be traced",
    "Graph break under GenericContextWrappingVariable": "A break inside a `with` block that cannot be resumed",
    "HOP body output unsupported": "A function given to `{0}` returns something else than tensors and ints",
    "HOP: Unsafe side effect": "A function given to `{0}` changes something outside of it",
    "HOP: non-callable variable": "`{0}` is given something else than a function",
    "Import failure": "`{0}` cannot be imported",
    "Inplace op on input tensor": "The sizes of an argument are changed in place",
    "Input marked with `pytree.register_constant` constructed in the `torch.compile` region": (
        "A constant object is made in compiled code"
    ),
    "Invalid call to __build_class__": "A class is defined in compiled code",
    "Invalid input type for nonstrict_trace-ed function": "A `nonstrict_trace` function is given an object",
    "Keyword args passed to exception constructor": "An exception is made with a keyword argument",
    "Limitation of `nonstrict_trace": "`nonstrict_trace` is applied to a local function",
    "Missing bytecode handler": "A Python construct that Dynamo does not support",
    "Non-function or method in subclass of torch.autograd.Function": (
        "`forward` of an autograd function is no plain function"
    ),
    "Observed exception": "An exception leaves the function",
    "Operator does not support running with fake tensors": "An operator has no fake kernel",
    "Read uninitialized cell": "A variable of the enclosing function has no value yet",
    "Reconstruction failure": "A value cannot be rebuilt after the break",
    "Reconstruction of FakeIdVariable": "The `id` of an object made in compiled code cannot be rebuilt",
    "RuntimeError when making fake tensor call": "An operation fails for these arguments",
    "Shape mismatch with out= list of tensor variants": "`out=` has another shape than the result",
    "Shape mismatch with out= tensor variant": "`out=` has another shape than the result",
    "Skip calling `torch.compiler.disable()`d function": "`{0}` is disabled for `torch.compile`",
    "Skip inlining `torch.compiler.disable()`d function": "`{0}` is disabled for `torch.compile`",
    "Storing Tensor hook handle in globals (inline call)": "The handle of a hook is kept in a global variable",
    "Storing Tensor hook handle in globals": "The handle of a hook is kept in a global variable",
    "Tensor device mismatch": "Tensors on different devices meet",
    "Tensor with grad_fn()": "`grad_fn` of a tensor is read",
    "Tensor.numpy() with trace_numpy=False": "`.numpy()`, and tracing NumPy is switched off",
    "Tensor.random_ op": "`{0}` of a tensor",
    "Tensor.retain_grad() with AOTDispatcher": "`retain_grad()` on a computed tensor",
    "Tensor.tolist() with non-integer tensor": "`tolist()` of a tensor that is not of integers",
    "Tensor.uniform_ op called with `from` keyword": "`uniform_` with the keyword `from`",
    "TorchRuntimeError": "An operation fails for these arguments",
    "TypeError when making fake tensor call": "An operation is given an argument of the wrong type",
    "TypedDict with optional keys": "A `TypedDict` with optional keys",
    "Unable to resolve super getattr": "`super()` has no attribute of that name",
    "Unexpected failure during itertools.groupby() iteration": "`itertools.groupby` failed",
    "Unhandled args for method": "`{0}` of a tensor cannot be traced",
    "Unhandled tensor method": "Tensors have no method `{0}`",
    "Uninitialized nn.Module": "A module whose `__init__` did not run",
    "Unsupported Tensor.backward() call": "`backward()` is called in compiled code",
    "Unsupported Tensor.item() call with capture_scalar_outputs=False": "`.item()` turns a tensor into a Python number",
    "Unsupported Tensor.requires_grad_() call": "`requires_grad_()` on a tensor from outside",
    "Unsupported Tensor.resize_() call": "`resize_()` of a tensor",
    "Unsupported Tensor.resize_as_() call": "`resize_as_()` of a tensor",
    "Unsupported Tensor.set_() call": "`set_()` of a tensor, with sizes or an offset",
    "Unsupported attribute assignment on Exception object": "An attribute of an exception is set",
    "Unsupported autograd.Function context `mark_dirty`": "`mark_dirty` outside of `apply`",
    "Unsupported context manager": "A `with` block of `{0}`, which Dynamo cannot enter",
    "Unsupported custom jvp": "An autograd function with its own `jvp`",
    "Unsupported custom vjp": "An autograd function with its own `vjp`",
    "Unsupported function call": "A call of `{0}`, which Dynamo does not support",
    "Unsupported hasattr call": "`hasattr` on something that Dynamo cannot look into",
    "Unsupported key type for itertools.groupby": "`itertools.groupby` with a key that depends on a tensor",
    "Unsupported kwargs for itertools.groupby": "`itertools.groupby` with a keyword that it does not take",
    "Unsupported method call": "The method `{0}` of an object that Dynamo cannot look into",
    "Unsupported ndarray attribute access": "`{0}` of a NumPy array cannot be traced",
    "Unsupported ndarray method call": "`{0}()` of a NumPy array cannot be traced",
    "Unsupported output type for nonstrict_trace-ed function": "A `nonstrict_trace` function returns an object",
    "Unsupported super().__init__() call": "`super().__init__()` on a module that exists already",
    "Unsupported tensor subclass attribute access": "`{0}` of a tensor subclass",
    "Unsupported user-defined object construction during side-effect tracking": (
        "An object that cannot be made with `__new__`"
    ),
    "User-defined object with non-function __getattr__": "An object whose `__getattr__` is no plain function",
    "UserError": "Code that `torch.compile` does not support",
    "__class__ assignment on user-defined object": "The class of an object is replaced",
    "`torch.nn.Parameter()` with unsupported data type": "`nn.Parameter` of something that is no tensor",
    "assert with non-string message": "An `assert` whose message is no string",
    "assume_constant_result argument conversion failed": "A function marked as constant is given something that is not",
    "attempted to reorder a debugging function that can't actually be reordered": (
        "`{0}` cannot be moved behind the graph"
    ),
    "attempted to trace numpy function unsupported by PyTorch": "NumPy's `{0}` has no counterpart in torch",
    "attempted to trace numpy function with config.trace_numpy=False": (
        "NumPy's `{0}`, and tracing NumPy is switched off"
    ),
    "attempted to trace numpy.* function as a method": "A method of a NumPy function",
    "attempted to trace torch._numpy.random function with config.use_numpy_random_stream=True": (
        "Random numbers from NumPy's own stream"
    ),
    "autograd.Function.apply: duplicate tensor input": "An autograd function is given the same tensor twice",
    "autograd.Function.apply: mark_dirty input not returned": "`mark_dirty` for a tensor that is not returned",
    "autograd.grad consumed returned tensor's grad_fn": "`autograd.grad` of a tensor that is also returned",
    "autograd.grad with already consumed grad_fn": "`autograd.grad` goes through the same graph twice",
    "autograd.grad with external grad_fn": "`autograd.grad` through a tensor that was computed outside",
    "autograd.grad with unsupported argument type": "`autograd.grad` of something that is no tensor",
    "autograd_function_kwonly_args": "An autograd function with a keyword-only argument",
    "backward() with empty inputs": "`backward()` with an empty list of inputs",
    "backward() with in-graph created tensor": "`backward()` for a tensor that is made in compiled code",
    "call `torch.from_numpy` with `torch._dynamo.config.trace_numpy=False`": (
        "`torch.from_numpy`, and tracing NumPy is switched off"
    ),
    "call_method on generator": "A method of a generator that was made outside",
    "cannot resume from torch._dynamo.step_unsupported()": "`step_unsupported()` is called",
    "collections.deque() with bad arguments": "`deque` is called with arguments that it does not take",
    "constant-like method call with non-constant args": "`{0}` is given something that depends on a tensor",
    "constant-like method call with unsupported return type": "`{0}` returns something that Dynamo does not know",
    "failed to bind arguments when attempting to inline": "`{0}` is called with arguments that it does not take",
    "failed to convert numpy.ndarray to Tensor": "A NumPy array that cannot become a tensor",
    "failed to find name in frame builtins": "A name that is defined nowhere",
    "getattr() with non-constant name argument": "`getattr` with a name that depends on a tensor",
    "graph break in loop": "A break inside a loop",
    "infinite generator detected": "A generator seems to have no end",
    "invalid call to builtin op handler": "A built-in function is called with arguments that it does not take",
    "list_richcompare_nonconst": "Lists with tensors in them are compared",
    "logging.Logger method not supported for non-export cases": "A logger is called",
    "mapping proxy affected by dictionary mutation": "A mapping proxy is read after a dict was changed",
    "missing args to functools.partial": "`functools.partial` without a function",
    "missing sq_contains": "`in` on `{0}`, which Dynamo cannot look into",
    "missing tp_iter": "A loop over `{0}`, which Dynamo cannot look into",
    "missing_mp_ass_subscript": "An item of `{0}` is set, which Dynamo cannot look into",
    "missing_mp_subscript": "An item of an object that Dynamo cannot look into",
    "namedtuple construction": "A namedtuple class is made from something that depends on a tensor",
    "ndarray.astype(object)": "A NumPy array is turned into an array of objects",
    "non-const keys in dict_keys": "A view of keys that are objects",
    "non-const keys in mappingproxy": "A mapping proxy whose keys are objects",
    "non-const setattr name on user-defined object": "`setattr` with a name that depends on a tensor",
    "non-constant `requires_grad` argument to `torch.nn.Parameter`": (
        "`nn.Parameter` whose `requires_grad` depends on a tensor"
    ),
    "non-generator contextlib.contextmanager": "`@contextmanager` on a function that does not yield",
    "non-string key in object __dict__": "The `__dict__` of an object has a key that is no string",
    "numpy function that produces a const collection type encountered non-const arguments": (
        "A dtype of NumPy is asked for with an array"
    ),
    "random.Random() with improper arguments": "`random.Random` with more than one plain seed",
    "reconstructing @contextmanager object": "A `@contextmanager` object leaves the function",
    "register_hook with stride-dependent code": "A hook looks at the strides of the gradient",
    "repr() on nested function with non-constructible closure": "`repr` of a local function that uses a tensor",
    "repr() on tensor": "`repr` of a tensor needs its values",
    "repr_impl not implemented": "`repr` of an object that Dynamo cannot look into",
    "requires_grad_() intermediate leaked as output": "A tensor made to require grad in compiled code is returned",
    "setattr() on Tensor.requires_grad": "`requires_grad` of a tensor is set",
    "setattr() on unsupported type": "An attribute is set on an object that takes none",
    "sort with non-constant keys": "A list is sorted by the values of tensors",
    "sq_repeat_impl not implemented": "`*` on a sequence that Dynamo cannot look into",
    "torch.* op returned non-Tensor": "An operation of torch returns something that is no tensor",
    "torch.Generator method": "`{0}` of a random generator",
    "torch._dynamo.step_unsupported() with empty checkpoint": "`step_unsupported()` is called",
    "torch.autograd._unsafe_preserve_version_counter escaped from compiled region": (
        "A context manager leaves the function"
    ),
    "torch.cond: improper operands": "The operands of `torch.cond` are no tuple or list",
    "torch.jit.script/freeze modules unsupported": "A module compiled with `torch.jit`",
    "torch.profiler object escaped from compiled region": "A profiler leaves the function",
    "torch.while_loop: infinite loop detected": "`while_loop` whose condition never changes",
    "torch.while_loop: unsupported cond_fn return type": "The condition of `while_loop` is no boolean scalar",
    "traceback.tb_lasti not supported": "`tb_lasti` of a traceback is read",
    "unsupported contextlib.* API": "`contextlib.{0}` cannot be traced",
    "unsupported function.__get__ call": "`__get__` of something that is no Python function",
    "using `torch.autograd.grad` with `torch._dynamo.config.trace_autograd_ops=False`": (
        "`torch.autograd.grad` is called in compiled code"
    ),
}
_WITHOUT_NAME = {
    "Encountered aliasing during higher order op tracing": "A function given to an operator returns its own input",
    "Encountered input mutation during higher order op tracing": "A function given to an operator changes its input",
    "HOP: Unsafe side effect": "A function given to an operator changes something outside of it",
    "Unsupported context manager": "A context manager that Dynamo cannot enter",
    "Unsupported function call": "A call that Dynamo does not support",
    "Unsupported method call": "A method that Dynamo does not know",
}


def name_in(kind: str, context: str) -> str:
    """What a break is about, such as the function that cannot be traced; empty if its kind tells it all."""
    pattern = _NAME_IN_CONTEXT.get(kind)
    found = re.search(pattern, context, re.MULTILINE) if pattern else None
    return found.group(1).removeprefix("_VariableFunctionsClass.") if found else ""


def break_title(kind: str, context: str, explanation: str) -> str:
    """A break in a few plain words."""
    title = _TITLES.get(kind)
    if title is None:
        return kind.rstrip(".") or "Dynamo stopped here"
    if "{0}" not in title:
        return title
    name = name_in(kind, context)
    if not name and kind in _WITHOUT_NAME:
        return _WITHOUT_NAME[kind]
    quoted = re.search(r"`([\w.<>]+)`", explanation)
    name = name or (quoted.group(1) if quoted else "")
    return title.format(name) if name else kind
