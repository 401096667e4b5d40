"""The widget: what it shares with the viewer, and how it answers."""

from __future__ import annotations

import gzip
import json

import pytest
from traitlets import TraitError

from dynexplain.errors import ViewerNotBuiltError
from dynexplain.render.json import decode
from dynexplain.render.page.widget import ExplainWidget
from support import reports
from support.pieces import joined


@pytest.fixture
def widget(built, monkeypatch):
    made = ExplainWidget(reports.three_graphs())
    made.sent = []
    monkeypatch.setattr(made, "send", lambda content, buffers=None: made.sent.append((content, buffers)))
    yield made
    made.close()


def ask(widget, **message):
    widget._handle_custom_msg({"type": "request", "id": "7", **message}, [])
    return widget.sent[-1]


def test_the_viewer_gets_the_report_and_its_state(widget):
    state = widget.get_state()
    assert decode(json.dumps(joined(gzip.decompress(state["_report"])))) == reports.three_graphs()
    assert state["_esm"] == "export default {}"
    assert (state["tab"], state["height"], state["theme"]) == ("", 0, "auto")


def test_the_layout_engine_is_sent_when_asked_for(widget):
    answer, buffers = ask(widget, kind="graphviz")
    assert answer == {"type": "response", "id": "7", "ok": True}
    assert buffers[0] == b"packed"


def test_the_page_is_made_when_asked_for(widget):
    answer, buffers = ask(widget, kind="html")
    assert answer["ok"]
    assert gzip.decompress(buffers[0]).startswith(b"<!doctype html>")


@pytest.mark.parametrize("kind", ["coffee", None, ["html"], 3])
def test_a_request_that_is_not_known_is_answered_as_a_failure(widget, kind):
    answer, buffers = ask(widget, kind=kind)
    assert (answer["ok"], answer["id"], buffers) == (False, "7", None)
    assert "does not know" in answer["error"]


def test_a_failure_goes_back_as_data(widget, monkeypatch):
    def fail(_report):
        raise OSError("disk is full")

    monkeypatch.setattr("dynexplain.render.page.html.page", fail)
    answer, _ = ask(widget, kind="html")
    assert answer == {"type": "response", "id": "7", "ok": False, "error": "OSError: disk is full"}


@pytest.mark.parametrize("message", ["hello", None, {"type": "other"}, []])
def test_other_messages_are_left_alone(widget, message):
    widget._handle_custom_msg(message, [])
    assert not widget.sent


def test_a_theme_that_there_is_not_is_refused(built):
    with pytest.raises(TraitError):
        ExplainWidget(reports.one_node(), theme="sepia")


@pytest.mark.usefixtures("not_built")
def test_a_widget_without_its_viewer_names_the_command():
    with pytest.raises(ViewerNotBuiltError, match="make build"):
        ExplainWidget(reports.one_node())
