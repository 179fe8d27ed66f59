import json
from dataclasses import replace

from hashi_gui.cli import main
from hashi_gui.cli.commands import methods
from hashi_gui.lab.methods import METHODS
from hashi_gui.lab.methods.exact import AUTO, SAT


def test_every_method_is_listed_with_source_and_advice(capsys) -> None:
    assert main(["methods"]) == 0
    printed = capsys.readouterr().out
    for method in METHODS.values():
        assert f"{method.name:16} {method.advice}\n" in printed
        assert method.source in printed


def test_json(capsys) -> None:
    assert main(["methods", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["methods"]
    assert [method["name"] for method in listed] == list(METHODS)
    assert listed[0] == {
        "name": "auto",
        "source": AUTO.source,
        "advice": AUTO.advice,
        "complete": True,
        "installed": True,
    }


def test_missing_libraries_and_incomplete_methods_are_pointed_out(capsys, monkeypatch) -> None:
    relaxed = replace(SAT, name="relaxed", complete=False, library="no_such_module")
    monkeypatch.setattr(methods, "METHODS", {"relaxed": relaxed})
    main(["methods"])
    printed = capsys.readouterr().out
    assert "It leaves out a rule, so its answer may be wrong." in printed
    assert "It needs no_such_module, which is not installed." in printed
