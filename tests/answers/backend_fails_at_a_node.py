"""A backend interprets the graph and does not know an operation: which, on which line of the user's."""

import torch


class Interpreter(torch.fx.Interpreter):
    def run_node(self, n):
        if n.target is torch.sort:
            raise NotImplementedError("no sort here")
        return super().run_node(n)


def backend(gm, inputs):
    Interpreter(gm).run(*[torch.zeros_like(each) for each in inputs])
    return gm.forward


def f(x):
    y = x.sin()
    return torch.sort(y)[0] + 1


def explained(dx):
    try:
        return dx.explain(f, backend=backend)(torch.randn(3))
    except RuntimeError as error:
        return error.explain_output


SAYS = (
    r"the `backend` backend failed with NotImplementedError: no sort here backend_fails_at_a_node\.py:\d+ in f",
    r"`torch\.sort`",
    r"torch\.compiler\.disable",
)
NOT = (r"num_users", r"tlparse")
