"""Without the compiled part nothing else breaks."""

from __future__ import annotations

from .watching import run_python


def test_it_imports_and_only_start_says_what_is_missing_and_what_to_do() -> None:
    done = run_python(
        """
        import sys
        sys.modules["dynexplain.hook._hook"] = None  # as if it had not been built
        from dynexplain import hook
        from dynexplain.errors import HookUnavailableError

        assert not hook.available()
        hook.pause(), hook.resume(), hook.stop(), hook.forget()
        assert not hook.running()
        assert len(hook.records()) == len(hook.take()) == 0
        assert hook.current_evaluator() == hook.own_evaluator() == 0
        try:
            hook.start()
        except HookUnavailableError as error:
            print(error)
        """
    )
    assert "The compiled part of dynexplain is missing" in done.stdout
    assert "C compiler" in done.stdout


def test_torch_is_not_imported() -> None:
    run_python(
        """
        import sys
        from dynexplain import hook
        hook.start(), hook.stop(), hook.records()
        assert "torch" not in sys.modules and "numpy" not in sys.modules
        """
    )
