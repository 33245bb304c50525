"""Exceptions carry what the program would print; robots show themselves."""
import re
import xml.etree.ElementTree

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
    picture = xml.etree.ElementTree.fromstring(re.search(r"<svg.*</svg>", robot._repr_html_(), re.DOTALL).group(0))
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}circle"))) == 7
    assert robot.limits.upper.shape == (7,) and robot.joints[0].lower == robot.limits.lower[0]


def test_a_picture_has_the_kinematics_of_the_zero_pose(tmp_path):
    """A planar arm of two links along x, seen from the side: joints lie where the file puts them, on one line."""
    urdf = tmp_path / "arm.urdf"
    link = '<link name="{}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'
    joint = ('<joint name="{0}" type="{1}"><parent link="{2}"/><child link="{3}"/><origin xyz="{4} 0 0"/><axis xyz="0 0 1"/>'
             '<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>')
    urdf.write_text('<robot name="a&lt;b">' + "".join(link.format(n) for n in "abcd") + joint.format("one", "revolute", "a", "b", 0.2)
                    + joint.format("two", "revolute", "b", "c", 0.4) + joint.format("three", "prismatic", "a", "d", -0.2) + "</robot>")
    from tauforge._picture import on_paper, picture, zero_pose

    robot = tauforge.Robot.load(urdf)
    origins, axes = zero_pose(robot)
    order = [robot.joints.index(j) for name in ("one", "two", "three") for j in robot.joints if j.name == name]
    np.testing.assert_allclose(origins[order], [[0.2, 0, 0], [0.6, 0, 0], [-0.2, 0, 0]], atol=1e-12)
    np.testing.assert_allclose(axes, np.tile([0, 0, 1], (3, 1)), atol=1e-12)
    up = on_paper(np.array([0, 0, 1.0]))
    assert up[1] < 0 and abs(up[0]) < 1e-12, "z is up on the paper"
    tree = xml.etree.ElementTree.fromstring(picture(robot))  # also: names of files are escaped
    space = "{http://www.w3.org/2000/svg}"
    circles = {c.find(f"{space}title").text: np.array([float(c.get("cx")), float(c.get("cy"))]) for c in tree.iter(f"{space}circle")}
    assert set(circles) == {"one", "two"}
    square = next(r for r in tree.iter(f"{space}rect") if r.find(f"{space}title").text == "three")
    three = np.array([float(square.get("x")), float(square.get("y"))]) + 4.5
    np.testing.assert_allclose(circles["two"] - circles["one"], circles["one"] - three, atol=0.3)
