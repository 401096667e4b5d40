"""Keys, tokens and passwords of the program stand in no export, whatever the program does with them."""

from __future__ import annotations

import os

import pytest
import torch

import dynexplain
from dynexplain import ExplainOutput, explain
from dynexplain.tracer.secrets import is_secret

IN_ENVIRONMENT = "planted-environment-4711"
API_KEY = "planted-global-0815"
SERVICE = {"token": "planted-dict-1234", "url": "https://user:planted-address@example.org/x"}
PASSWORD = "planted"  # short, and a word that other text may have


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVICE_API_KEY", IN_ENVIRONMENT)


class Client(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.secret = "planted-attribute-hunter2"
        self.linear = torch.nn.Linear(3, 3)

    def forward(self, x: torch.Tensor, api_key: str = "planted-default-7") -> torch.Tensor:
        if self.secret and api_key and API_KEY.startswith("planted") and SERVICE["token"] and SERVICE["url"]:
            x = x + 1
        if os.environ.get("SERVICE_API_KEY") == "no":
            x = x - 1
        torch._dynamo.graph_break()
        return self.linear(x) if PASSWORD else x


def reads_a_closure() -> ExplainOutput:
    access_token = "planted-closure-42"

    def f(x: torch.Tensor) -> torch.Tensor:
        return x + 1 if access_token else x

    return explain(f)(torch.ones(3))


def recompiles() -> ExplainOutput:
    step = dynexplain.optimize("eager")(lambda x, key: x + len(key))
    for value in ("planted-first-123456", "planted-second-123456"):
        step(torch.ones(3), key=value)
    return step.explain_output()


def raises() -> ExplainOutput:
    def f(x: torch.Tensor) -> torch.Tensor:
        raise ValueError(f"refused: {API_KEY} and {os.environ['SERVICE_API_KEY']}")

    with pytest.raises(ValueError, match="refused") as caught:
        explain(f)(torch.ones(3))
    return caught.value.explain_output


def takes_it() -> ExplainOutput:
    return explain(lambda x, api_key: x + len(api_key))(torch.ones(3), api_key="planted-argument-5")


def makes_it_constant() -> ExplainOutput:
    def f(x: torch.Tensor) -> torch.Tensor:
        return x + 1 if os.environ["SERVICE_API_KEY"] else x

    return explain(f)(torch.ones(3))


def module() -> ExplainOutput:
    return explain(Client())(torch.ones(2, 3))


PROGRAMS = [module, reads_a_closure, recompiles, raises, takes_it, makes_it_constant]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_no_export_has_them(program):
    out = program()
    exports = (out.to_json(), out.to_html(), out.to_svg(), out.to_dot(), out.to_text(), repr(out))
    bundle, _ = out._repr_mimebundle_()
    for text in (*exports, *map(str, bundle.values())):
        left = text.replace('startswith("planted")', "").replace('startswith(\\"planted\\")', "")
        # A name that says nothing and a value that looks like nothing are the program's own business.
        assert "planted-" not in left


def test_columns_stay_where_they_were():
    lines = {line.strip() for source in module().report.sources for line in source.lines}
    masked = '"' + "•" * len("planted-default-7") + '"'
    assert f"def forward(self, x: torch.Tensor, api_key: str = {masked}) -> torch.Tensor:" in lines


def test_what_is_no_secret_is_shown():
    mode = "bert-base-uncased-v2"

    def f(x: torch.Tensor, tokenizer: str, pad_token: str) -> torch.Tensor:
        return x + 1 if mode and tokenizer and pad_token else x

    text = explain(f)(torch.ones(3), "gpt2-medium", "<|endoftext|>").to_json()
    for shown in ("bert-base-uncased-v2", "gpt2-medium", "<|endoftext|>"):
        assert shown in text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("x", "sk-proj-abcdef0123456789"),
        ("x", "hf_abcdefghijklmnopqrst"),
        ("x", "AKIAIOSFODNN7EXAMPLE"),
        ("x", "d41d8cd98f00b204e9800998ecf8427e"),
        ("self.db_password", "hunter2"),
        ("G['config']['token']", "abc-def-123"),
        ("OPENAI_KEY", "abc12345"),
    ],
)
def test_what_counts_as_a_secret(name: str, value: str):
    assert is_secret(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("key", "input_ids"),
        ("cache_key", "layer.0"),
        ("eos_token", "</s>"),
        ("tokenizer", "bert-base-uncased"),
        ("monkey", "banana42"),
        ("SSH_AUTH", "/tmp/ssh-1/agent.1"),
        ("x", "sk-learn"),
        ("prompt", "You" + "1" * 200 + "-" * 20),
    ],
)
def test_what_does_not(name: str, value: str):
    assert not is_secret(name, value)
