"""Exceptions carry what the program would print."""
import numpy as np
import pytest
import tauforge


def test_findings_have_position_code_and_hint(tmp_path):
    text = tauforge.example("scara").to_toml()
    number = next(line for line in text.splitlines() if line.strip().startswith("mass = "))
    bad = tmp_path / "bad.toml"
    bad.write_text(text.replace(number, "mass = -3.2", 1))
    with pytest.raises(tauforge.Error) as caught:
        tauforge.Robot.load(bad)
    finding = caught.value.findings[0]
    assert caught.value.code == finding.code == "mass-negative"
    assert finding.file == str(bad) and finding.hint
    assert bad.read_text().splitlines()[finding.line - 1][finding.column - 1:].startswith("-3.2")
    assert "bad.toml" in str(caught.value) and "[mass-negative]" in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_every_problem_is_reported(tmp_path):
    text = tauforge.example("scara").to_toml()
    bad = tmp_path / "bad.toml"
    bad.write_text(text.replace("mass = ", "mass = -"))
    with pytest.raises(tauforge.Error) as caught:
        tauforge.Robot.load(bad)
    assert len([f for f in caught.value.findings if f.code == "mass-negative"]) >= 2


def test_warnings_stay_with_the_robot_and_strict_refuses_them(tmp_path):
    urdf = tmp_path / "arm.urdf"
    urdf.write_text('<robot name="arm"><link name="base"/><link name="arm"/><joint name="j" type="revolute">'
                    '<parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>'
                    '<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>')
    robot = tauforge.Robot.load(urdf)
    assert any(f.severity == "warning" for f in robot.findings)
    with pytest.raises(tauforge.Error):
        tauforge.Robot.load(urdf, strict=True)
    with pytest.raises(tauforge.Error) as caught:  # nothing moves but the joint itself
        robot.forward_dynamics(np.zeros(1), np.zeros(1), np.ones(1))
    assert caught.value.code == "singular"


def test_names_that_are_no_text_do_not_break_messages(tmp_path):
    bad = tmp_path / "bad.urdf"
    bad.write_bytes(b'<robot name="a\xff\xfe"><link name="\xc3\x28"/><joint name="\xff" type="bogus"/></robot>')
    with pytest.raises(tauforge.Error) as caught:
        tauforge.Robot.load(bad)
    assert str(caught.value)


def test_unknown_examples_are_listed():
    with pytest.raises(tauforge.Error, match="panda"):
        tauforge.example("no-such-robot")


def test_robots_show_themselves():
    robot = tauforge.example("panda")
    assert "panda" in repr(robot) and robot._repr_html_().count("<tr>") == 8
    assert robot.limits.upper.shape == (7,) and robot.joints[0].lower == robot.limits.lower[0]
