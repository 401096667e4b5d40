"""Fork, interpreter shutdown and subinterpreters."""

from __future__ import annotations

import os

import pytest

from .watching import run_python


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_is_not_watched_and_may_start_anew() -> None:
    done = run_python(
        """
        import os, threading, warnings
        from dynexplain import hook

        warnings.simplefilter("ignore", DeprecationWarning)  # fork beside threads, on purpose
        go = threading.Event()
        before = hook.current_evaluator()

        def leaf(): pass

        def forks():
            pid = os.fork()
            leaf()
            return pid

        hook.start()
        thread = threading.Thread(target=go.wait)
        thread.start()
        pid = forks()
        if pid == 0:
            assert not hook.running()
            assert hook.current_evaluator() == before
            assert len(hook.records()) == 0
            hook.start()
            leaf()
            hook.stop()
            assert [code.co_name for code in hook.records().codes] == ["leaf"]
            print("child fine", flush=True)
            os._exit(0)
        leaf()
        go.set()
        thread.join()
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
        hook.stop()
        names = [hook.records().codes[i].co_name for i in hook.records().code]
        assert names.count("leaf") == 2, names
        print("parent fine")
        """
    )
    assert done.stdout.split("\n")[:2] == ["child fine", "parent fine"]


@pytest.mark.parametrize("allocator", ["pymalloc_debug", "malloc_debug"])
def test_an_interpreter_that_ends_while_the_hook_runs(allocator: str) -> None:
    run_python(
        f"""
        import atexit, os, subprocess, sys
        if os.environ.get("PYTHONMALLOC") != "{allocator}":
            sys.exit(subprocess.call([sys.executable, "-X", "faulthandler", "-c", sys.orig_argv[-1]],
                                     env=dict(os.environ, PYTHONMALLOC="{allocator}")))
        import threading, time

        class Late:
            def __del__(self):
                (lambda: None)()

        def from_exit_handler():
            hook.start()  # after the hook's own exit handlers: it stays on to the very end

        atexit.register(from_exit_handler)
        from dynexplain import hook

        def busy():
            while True:
                (lambda: None)()
                time.sleep(0)

        threading.Thread(target=busy, daemon=True).start()
        late = Late()
        cycle = [late]; cycle.append(cycle)
        generator = (x for x in range(3))
        hook.start()
        next(generator)
        """
    )


def test_a_subinterpreter_gets_a_clear_error() -> None:
    done = run_python(
        """
        import dynexplain
        from dynexplain import hook

        try:
            import _interpreters as interpreters
        except ImportError:
            import _xxsubinterpreters as interpreters
        other = interpreters.create()
        interpreters.run_string(other, '''if True:
            import sys, types
            # The package itself needs msgspec, which some Pythons refuse to load there: this is about the hook alone.
            package = sys.modules["dynexplain"] = types.ModuleType("dynexplain")
            package.__path__ = [%r]
            from dynexplain import hook
            print(hook.available())
            try:
                hook.start()
            except Exception as error:
                print(type(error).__name__, error)
        ''' % dynexplain.__path__[0])
        interpreters.destroy(other)
        hook.start()
        hook.stop()
        """
    )
    assert done.stdout.startswith("False\nHookUnavailableError The compiled part of dynexplain is missing")
    assert "interpreter" in done.stdout
