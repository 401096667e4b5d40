"""The magics: ``%dynexplain call`` and ``%%dynexplain`` for a cell."""

from __future__ import annotations

import ast
import contextlib
import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from IPython.core.error import UsageError
from IPython.core.magic import Magics, line_cell_magic, magics_class

from ..errors import NotExplainableError
from ..explain import explain
from ..output import ExplainOutput
from ..visible import visible
from .cell_run import run_cell
from .display import show
from .options import Options, parse
from .raised import rendered


@magics_class
class DynexplainMagics(Magics):
    """Registers the magic with IPython."""

    @line_cell_magic
    def dynexplain(self, line: str, cell: str | None = None) -> None:
        """See what torch.compile does with a call, or with a whole cell.

        ::

            %dynexplain [options] model(x)      explains that call
            %%dynexplain [options]              runs the cell once and explains every call that it makes to a
            y = model(x)                        module, to a function of this notebook, or to a Python function
            loss(y, target)                     with a tensor; what is already torch.compile'd keeps its backend

        Options::

            -o FILE          also write the report: FILE.html (the viewer as one page), FILE.svg (the graph),
                             FILE.json (everything; dynexplain.load reads it); may be given more than once
            -r NAME          keep the ExplainOutput in the variable NAME
            --backend NAME   the backend: one of torch.compiler.list_backends(), or a callable of this notebook;
                             "eager" if not given
            --mode NAME      a mode of the backend, as torch.compile takes it: --backend inductor --mode max-autotune
            --options K=V    or options of the backend: --options max_autotune=True,fallback_random=True;
                             may be given more than once, and not together with --mode
            --dynamic        compile with dynamic shapes (--no-dynamic: never)
            --fullgraph      stop with an error at the first graph break
            --clone-inputs   run on copies of the arguments, and put back what the call changes; not for a cell,
                             which runs for real
            --history        ask with what Dynamo remembers of earlier calls: sizes that varied, functions that it
                             gave up; without it the answer is that of a fresh process
            --height PIXELS  height of the graph
            --text           print the text report and not the viewer
        """
        __tracebackhide__ = True
        options, code = parse(self, line)
        if cell is None:
            if not code.strip():
                raise UsageError(
                    "%dynexplain needs a call to explain: %dynexplain model(x). %dynexplain? shows the options."
                )
            with self._shown(options):
                self._finish(self._explain_line(code, options), options)
            return
        if code.strip():
            raise UsageError(
                f"%%dynexplain explains the cell below it; what is {code.strip()!r} in its first line? "
                "%dynexplain? shows the options."
            )
        if options.clone_inputs:
            raise UsageError("--clone-inputs is for one call: a cell runs for real. %dynexplain model(x) explains one.")
        output, error = run_cell(self.shell, cell, options)
        self._finish(output, options)
        if error is not None:
            raise error

    @property
    def _namespace(self) -> dict[str, Any]:
        shell: Any = self.shell
        names: dict[str, Any] = shell.user_ns
        return names

    def _explain_line(self, code: str, options: Options) -> ExplainOutput:
        __tracebackhide__ = True
        try:
            expression = ast.parse(code.strip(), mode="eval").body
        except SyntaxError as error:
            raise UsageError(
                f"%dynexplain needs one expression, such as model(x): {error.msg} in {code.strip()!r}"
            ) from None
        namespace = self._namespace
        if isinstance(expression, ast.Call):
            function = _evaluate(expression.func, namespace)
            if _explainable(function):
                args = [_evaluate(arg, namespace) for arg in expression.args if not isinstance(arg, ast.Starred)]
                if len(args) == len(expression.args) and all(keyword.arg for keyword in expression.keywords):
                    kwargs = {str(word.arg): _evaluate(word.value, namespace) for word in expression.keywords}
                    return _explained(function, args, kwargs, options)
                # With * and ** in it, let Python itself sort out the arguments.
                collected = ast.Call(ast.Name("__collect__", ast.Load()), expression.args, expression.keywords)
                found_args, found_kwargs = _evaluate(collected, {**namespace, "__collect__": lambda *a, **k: (a, k)})
                return _explained(function, list(found_args), found_kwargs, options)
        whole = _evaluate(ast.Lambda(_NO_ARGUMENTS, expression), namespace)
        whole.__name__ = whole.__qualname__ = code.strip() if len(code.strip()) <= 60 else code.strip()[:59] + "…"
        return _explained(whole, [], {}, options)

    @contextlib.contextmanager
    def _shown(self, options: Options) -> Iterator[None]:
        """Show what was seen until an exception, which goes on to the user."""
        try:
            yield
        except (Exception, KeyboardInterrupt) as error:
            output = getattr(error, "explain_output", None)
            if isinstance(output, ExplainOutput):
                self._finish(output, options)
                with contextlib.suppress(Exception):  # some exceptions take no attributes
                    error._render_traceback_ = functools.partial(rendered, output, shown=True)  # type: ignore[union-attr]
            raise

    def _finish(self, output: ExplainOutput, options: Options) -> None:
        if options.name:
            self._namespace[options.name] = output
        show(output, text=options.text, height=options.height)
        writers: dict[str, Callable[[Path], Path]] = {
            ".html": output.to_html,
            ".svg": output.to_svg,
            ".json": output.to_json,
        }
        for path in options.files:
            writers[path.suffix](path)
            print(visible(f"written: {path}"))  # noqa: T201  a magic answers in the notebook


_NO_ARGUMENTS = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])


def _evaluate(node: ast.expr, namespace: dict[str, Any]) -> Any:
    __tracebackhide__ = True
    tree = ast.fix_missing_locations(ast.Expression(node))
    return eval(compile(tree, "<stdin: %dynexplain>", "eval"), namespace)


def _explained(function: Any, args: list[Any], kwargs: dict[str, Any], options: Options) -> ExplainOutput:
    __tracebackhide__ = True
    explained = explain(
        function,
        backend=options.backend,
        mode=options.mode,
        options=options.options,
        dynamic=options.dynamic,
        fullgraph=options.fullgraph,
        clone_inputs=options.clone_inputs,
        history=options.history,
    )
    output: ExplainOutput = explained(*args, **kwargs)
    return output


def _explainable(function: Any) -> bool:
    """Whether a call of this is what was meant; ``model(x).sum()`` is about more than the ``sum`` of a tensor."""
    import torch

    if not callable(function):
        raise NotExplainableError(f"{type(function).__name__} cannot be called, so there is no call to explain.")
    return (
        hasattr(function, "__code__")
        or isinstance(function, torch.nn.Module)
        or (
            not isinstance(getattr(function, "__self__", None), torch.Tensor)
            and not isinstance(function, type)
            and hasattr(type(function).__call__, "__code__")
        )
    )
