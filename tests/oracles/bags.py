#!/usr/bin/env python3
"""Lets programs of others write a log, for the readers of bags and MATLAB files.

usage: bags.py (mcap-none|mcap-lz4|mcap-zstd|rosbags|scipy) LOG OUT.csv

LOG is what the program wrote: 500 states of three joints that the messages name in changing order. OUT.csv has the same
numbers: t, q:NAME, qd:NAME, tau:NAME. Exit code 4: the program is not installed.
"""
import math
import sys

MISSING = 4
JOINTS = ["base", "upper arm", "forearm"]
SAMPLES, PERIOD, BEGIN = 500, 2_000_000, 1_700_000_000_123_456_789  # [ns]


def value(kind, joint, k):
    return math.sin(0.013 * k * (joint + 1)) * (kind + 1) + 0.1 * joint


def order(k):
    return [(j + k // 7) % 3 for j in range(3)]


def csv_file(path):
    with open(path, "w") as out:
        out.write(",".join(["t"] + [f"{letter}:{name}" for letter in ("q", "qd", "tau") for name in JOINTS]) + "\n")
        for k in range(SAMPLES):
            row = [k * PERIOD * 1e-9] + [value(kind, j, k) for kind in range(3) for j in range(3)]
            out.write(",".join(map(repr, row)) + "\n")


def messages(store):
    JointState = store.types["sensor_msgs/msg/JointState"]
    Header = store.types["std_msgs/msg/Header"]
    Time = store.types["builtin_interfaces/msg/Time"]
    import numpy
    for k in range(SAMPLES):
        stamp = BEGIN + k * PERIOD
        joints = order(k)
        series = [numpy.array([value(kind, j, k) for j in joints]) for kind in range(3)]
        header = Header(stamp=Time(sec=stamp // 10**9, nanosec=stamp % 10**9), frame_id="world")
        yield stamp, JointState(header=header, name=[JOINTS[j] for j in joints], position=series[0],
                                velocity=series[1], effort=series[2])


def by_mcap(path, compression):
    from mcap.writer import CompressionType, Writer
    from rosbags.typesys import Stores, get_typestore
    store = get_typestore(Stores.ROS2_HUMBLE)
    kinds = {"none": CompressionType.NONE, "lz4": CompressionType.LZ4, "zstd": CompressionType.ZSTD}
    with open(path, "wb") as out:
        writer = Writer(out, compression=kinds[compression], chunk_size=8192)
        writer.start(profile="ros2", library="oracle")
        schema = writer.register_schema("sensor_msgs/msg/JointState", "ros2msg", b"float64[] position")
        channel = writer.register_channel("/joint_states", "cdr", schema)
        for stamp, message in messages(store):
            data = bytes(store.serialize_cdr(message, "sensor_msgs/msg/JointState"))
            writer.add_message(channel, log_time=stamp + 5_000_000, data=data, publish_time=stamp)
        writer.finish()


def by_rosbags(path):
    import pathlib
    import shutil
    from rosbags.rosbag2 import StoragePlugin, Writer
    from rosbags.typesys import Stores, get_typestore
    store = get_typestore(Stores.ROS2_HUMBLE)
    folder = pathlib.Path(path + ".folder")
    with Writer(folder, version=9, storage_plugin=StoragePlugin.MCAP) as writer:
        connection = writer.add_connection("/joint_states", "sensor_msgs/msg/JointState", typestore=store)
        for stamp, message in messages(store):
            writer.write(connection, stamp, store.serialize_cdr(message, "sensor_msgs/msg/JointState"))
    shutil.move(next(folder.glob("*.mcap")), path)


def by_scipy(path):
    import numpy
    import scipy.io
    signals = {letter: numpy.array([[value(kind, j, k) for k in range(SAMPLES)] for j in range(3)])
               for kind, letter in enumerate(("q", "qd", "tau"))}
    scipy.io.savemat(path, {"t": numpy.arange(SAMPLES) * PERIOD * 1e-9, **signals}, do_compression=True)


def main():
    program, log, table = sys.argv[1:4]
    try:
        if program.startswith("mcap-"):
            by_mcap(log, program[5:])
        elif program == "rosbags":
            by_rosbags(log)
        else:
            by_scipy(log)
    except ImportError as missing:
        print(missing)
        return MISSING
    csv_file(table)
    return 0


sys.exit(main())
