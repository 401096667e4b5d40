"""Our hints: what to do about a graph break, for the kinds that users meet."""

from __future__ import annotations

_CONTENTS = "Pass what is in it as a list, a tuple or a tensor, made before the call: Dynamo sees into those."
_PYTHON_TOO = (
    "If Python raises an error here without `torch.compile` too, put the call right. "
    "If not, make it before the compiled function is called, and pass the result."
)
OUTSIDE = "Do it before the compiled function is called, and pass the result."
_COROUTINE = "Compile the functions that the coroutine calls, not the coroutine: it cannot go on after a break."
_OWN_OUT = "Leave `out=` away and use what the operation returns: compiled code does not copy it once more."
_PURE = "What the function changes has to be its own: return the new value in place of changing the old one."

HINTS: dict[tuple[str, str], str] = {
    ("Failed to trace builtin operator", "print"): "Return the value, and print it where the function is called.",
    ("Failed to trace builtin operator", "open"): "Read the file before the function is called, and pass its content.",
    ("Attempted to call function marked as skipped", ""): (
        "Call `{0}` before or after the compiled function, and pass what it returns."
    ),
    ("Attempted to inline function marked as skipped", "Optimizer.zero_grad"): (
        "Compile the model or the loss function, and leave `zero_grad()`, `backward()` and `step()` around it."
    ),
    ("logging.Logger method not supported for non-export cases", ""): "Log where the function is called.",
    ("Data-dependent branching", ""): (
        "Where both sides are cheap, compute both and choose with `torch.where`. "
        "Or return the value, and branch where the function is called."
    ),
    ("Unsupported Tensor.item() call with capture_scalar_outputs=False", ""): (
        "Keep the value a tensor: most operations take a 0-dimensional tensor where they take a number."
    ),
    ("Tensor.tolist() with non-integer tensor", ""): "Keep the values in the tensor, and compute with it.",
    ("Data dependent operator", ""): "Keep the answer a tensor, for example `(a == b).all()`, and use `torch.where`.",
    ("Data dependent operator", "_local_scalar_dense"): (
        "Draw it with torch, for example `torch.rand(())` in place of `np.random.rand()`, and keep it a tensor. "
        "`torch._dynamo.config.capture_scalar_outputs` does not help here."
    ),
    ("async_op=True for distributed collectives", ""): (
        "Leave `async_op=True` away: in a graph, a collective is waited for where its result is used."
    ),
    ("Dynamic shape operator", ""): "Keep the shape: set what is not wanted to zero with `torch.where`.",
    ("Unsupported Tensor.backward() call", ""): (
        "Compile the model or the loss function, and call `backward()` outside it: "
        "the backward graph is compiled along with the forward one."
    ),
    ("using `torch.autograd.grad` with `torch._dynamo.config.trace_autograd_ops=False`", ""): (
        "Write it with `torch.func.grad`, which can be captured."
    ),
    ("Attempt to trace generator", ""): "Compile the function that the loop body calls, not the generator.",
    ("Invalid call to __build_class__", ""): "Define the class outside the function, at the top of the module.",
    ("Unsupported context manager", ""): "Put the `with` around the call of the compiled function.",
    ("unsupported contextlib.* API", ""): "Put the `with` around the call of the compiled function.",
    (
        "reconstructing @contextmanager object",
        "",
    ): "Use it in a `with` block inside the function, and do not return it.",
    ("Unsupported method call", ""): "Call `{0}` before the compiled function, and pass what it returns.",
    ("Unsupported function call", ""): "Make the object before the compiled function is called, and pass it.",
    ("Missing bytecode handler", "BEFORE_ASYNC_WITH"): _COROUTINE,
    ("Missing bytecode handler", "GET_AITER"): _COROUTINE,
    ("Missing bytecode handler", "GET_AWAITABLE"): _COROUTINE,
    ("Missing bytecode handler", ""): "Write it another way, or move it to where the function is called.",
    ("Observed exception", ""): (
        "If it is meant to be raised, there is nothing to fix. If not, Python without `torch.compile` raises it too."
    ),
    ("RuntimeError when making fake tensor call", ""): (
        "If the call fails without `torch.compile` too, put its arguments right. "
        "If it is a custom operator, tell its result's shape with `register_fake`."
    ),
    ("TypeError when making fake tensor call", ""): _PYTHON_TOO,
    ("failed to bind arguments when attempting to inline", ""): _PYTHON_TOO,
    ("invalid call to builtin op handler", ""): _PYTHON_TOO,
    ("assert with non-string message", ""): "Make the message a string.",
    ("Attempted to read undefined local variable", ""): "Give the variable a value on every way to this line.",
    ("failed to find name in frame builtins", ""): _PYTHON_TOO,
    ("Import failure", ""): "Try the import once, at the top of the module, and test its outcome here.",
    ("Tensor with grad_fn()", ""): "Ask for `requires_grad`, which says whether there is a graph behind a tensor.",
    ("Unsupported Tensor.requires_grad_() call", ""): "Call `requires_grad_()` before the compiled function.",
    ("setattr() on unsupported type", ""): (
        "Return the value, and set it where the function is called; or keep it in an object of a class of your own."
    ),
    ("setattr() on Tensor.requires_grad", ""): "Set `requires_grad` before the compiled function is called.",
    ("Tensor.retain_grad() with AOTDispatcher", ""): "Return the tensor, and call `retain_grad()` on it outside.",
    ("requires_grad_() intermediate leaked as output", ""): "Make the tensor outside, and pass it.",
    ("Unsupported Tensor.resize_() call", ""): "Slice the tensor, or make a new one of the size that you need.",
    ("Unsupported Tensor.resize_as_() call", ""): "Slice the tensor, or make a new one of the size that you need.",
    ("Unsupported Tensor.set_() call", ""): "Take a view with `as_strided`.",
    ("Shape mismatch with out= tensor variant", ""): _OWN_OUT,
    ("Shape mismatch with out= list of tensor variants", ""): _OWN_OUT,
    ("Attempted to call op with non-contiguous `out=` tensor", ""): _OWN_OUT,
    ("Attempted to copy.deepcopy a tensor", ""): "Copy a tensor with `clone()`.",
    ("repr() on tensor", ""): "Return the tensor, and make its text where the function is called.",
    ("Attempted to a str() method implemented in C/C++", ""): "Make the text before the call, and pass it.",
    ("Data pointer comparison", ""): "Ask with `is` whether two tensors are the same.",
    ("Comparison on compile-time-only id or hash value", ""): "Ask with `is` whether two objects are the same.",
    ("Reconstruction of FakeIdVariable", ""): "Take the `id` of an object that is made outside.",
    ("sort with non-constant keys", ""): "Sort the tensor itself: `x.sort()` or `x.argsort()`.",
    ("list_richcompare_nonconst", ""): "Compare the tensors, and choose with `torch.where`.",
    ("getattr() with non-constant name argument", ""): OUTSIDE,
    ("namedtuple construction", ""): "Define the namedtuple class outside the function.",
    ("Unsupported key type for itertools.groupby", ""): "Group by Python values; a tensor is not looked into.",
    ("missing tp_iter", ""): _CONTENTS,
    ("missing sq_contains", ""): _CONTENTS,
    ("missing_mp_subscript", ""): _CONTENTS,
    ("missing_mp_ass_subscript", ""): _CONTENTS,
    ("Cannot trace user-defined __len__", ""): _CONTENTS,
    ("call_method on generator", ""): "Read the generator before the call, and pass the values.",
    ("attempted to trace numpy function unsupported by PyTorch", ""): (
        "Use torch's function of the same purpose, or call it outside the compiled function."
    ),
    ("Unsupported ndarray method call", ""): "Use a method of tensors in its place, or call it outside.",
    ("Unsupported ndarray attribute access", ""): "Use an attribute of tensors in its place, or read it outside.",
    ("ndarray.astype(object)", ""): "Keep arrays of objects outside the compiled function.",
    ("failed to convert numpy.ndarray to Tensor", ""): "Arrays of objects or strings are better passed as lists.",
    ("torch.Generator method", ""): "Seed the generator before the compiled function is called.",
    ("torch.* op returned non-Tensor", ""): OUTSIDE,
    ("Failed to convert args/kwargs to proxy", ""): "Pass tensors, numbers, or lists, tuples and dicts of them.",
    ("Unhandled args for method", ""): "Call `{0}` outside the compiled function.",
    ("Unhandled tensor method", ""): _PYTHON_TOO,
    ("Operator does not support running with fake tensors", ""): (
        "Tell the shape of its result with `torch.library.register_fake`."
    ),
    ("sq_repeat_impl not implemented", ""): _CONTENTS,
    ("infinite generator detected", ""): "Read only as many values as are needed, for example with `itertools.islice`.",
    ("Inplace op on input tensor", ""): "Use the operation that returns a new view, without the underscore.",
    ("Attempted to wrap strided NestedTensor", ""): "Make it with `layout=torch.jagged`, which can be compiled.",
    ("torch.jit.script/freeze modules unsupported", ""): (
        "Use the module as it was before `torch.jit.script`: `torch.compile` takes its place."
    ),
    ("Attempted to represent unregistered RemovableHandle", ""): "Remove the hook outside the compiled function.",
    ("Storing Tensor hook handle in globals", ""): "Register the hook outside, and keep its handle there.",
    (
        "Storing Tensor hook handle in globals (inline call)",
        "",
    ): "Register the hook outside, and keep its handle there.",
    ("register_hook with stride-dependent code", ""): "Let the hook make the gradient contiguous in any case.",
    ("Keyword args passed to exception constructor", ""): "Pass them by position, or set them where it is caught.",
    ("Unsupported attribute assignment on Exception object", ""): "Give the exception its values when it is made.",
    ("autograd_function_kwonly_args", ""): "Make it a positional argument of `forward`.",
    ("autograd.Function.apply: duplicate tensor input", ""): "Pass a `clone()` the second time.",
    ("Unsupported super().__init__() call", ""): "Call `super().__init__()` in `__init__` only.",
    ("Encountered input mutation during higher order op tracing", ""): _PURE,
    ("HOP: Unsafe side effect", ""): _PURE,
    ("Encountered aliasing during higher order op tracing", ""): "Return a `clone()` of the input.",
    ("HOP body output unsupported", ""): "Return tensors, for example `torch.tensor(1.5)`.",
    ("torch.cond: improper operands", ""): "Pass the operands as a tuple: `(x,)`.",
    ("HOP: non torch.Tensor leaf", ""): "Take and return only tensors in the function, and add other values outside.",
    ("HOP: non-callable variable", ""): "Pass a function there, for example `torch.neg` or a `lambda`.",
    ("Attempted to wrap torch._higher_order_ops.invoke_subgraph", ""): (
        "Make the function with `torch.compiler.nested_compile_region`, and call it."
    ),
    ("Unsupported functorch tracing attempt", ""): (
        "Compile from the outside, `torch.compile(torch.vmap(f))`, and not `torch.vmap(torch.compile(f))`; "
        "a break inside of `f` has to go first."
    ),
    ("AutogradFunctionContextVariable escaped Dynamo-traced region", ""): (
        "Keep the tensors with `ctx.save_for_backward`, and let `ctx` itself stay in the two methods."
    ),
    ("autograd.Function.apply: non-function or method forward", ""): (
        "Write `forward` and `backward` as functions of their own, with `def` or `lambda`."
    ),
    ("Unsupported torch._C._ImperativeEngine.queue_callback()", ""): (
        "Register the hook outside the compiled function, where it runs as plain Python."
    ),
    ("optimizer: pending mutation on parameter", ""): (
        "Call `step(closure)` outside the compiled function: compile what the closure computes."
    ),
    ("Not a Python constant", ""): (
        "Make the object before the compiled function is called, so that it is the same one in every call."
    ),
    ("Unsupported function call (delayed)", ""): (
        "If it is a method with an underscore, such as `unsqueeze_`, use the one without, which leaves the argument "
        "as it is. If not, call it outside the compiled function."
    ),
    ("Fake tensor propagation exception", ""): (
        "Turn a quantized tensor into a plain one with `dequantize()` before the call, and pass that."
    ),
    ("NotImplementedError/UnsupportedFakeTensorException when running FX node", ""): (
        "Write it with operations on plain tensors, or call it outside the compiled function."
    ),
    ("Encountered non-PT2-compliant op", ""): (
        "If its author is sure that the operator can be compiled, define it with `tags=torch.Tag.pt2_compliant_tag`."
    ),
    ("Error when attempting to resolve op packet", ""): _PYTHON_TOO,
    ("dataclass fields failure", ""): "Ask for the fields of an object, not of its class.",
    ("Custom metaclass with __getattribute__", ""): "Read the attribute outside, and pass or use what it is.",
    ("Pydantic dataclass constructor", ""): "Make the object before the compiled function is called, and pass it.",
    ("FSDP with use_orig_params=False", ""): "Wrap the model with `use_orig_params=True`.",
    ("Bad import result", ""): "Import it at the top of the module.",
    ("Unreachable sub-generator code", ""): "Send values to the inner generator itself, not through `yield from`.",
    ("ComptimeContext graph break", ""): "Remove the call: it asks for this break.",
    ("getattr() on nn.Module with pending mutation", ""): (
        "Ask for the parameters or buffers before an attribute of the module is set."
    ),
}
