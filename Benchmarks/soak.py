#!/usr/bin/env python3
"""A mock server under full load for a long time: its memory and descriptors must not grow.
   soak.py --apus PATH [--seconds 600]
wrk asks on 64 kept connections for plain, templated, stateful and limited answers; beside it new connections meet resets, cut
answers, garbage and stalls, TLS handshakes of every kind, and fixtures change on disk. Memory and descriptors are read every few
seconds. Exits 1 when the last third needs more than the second by a tenth and 4 MB, or descriptors are left at the end."""
import argparse
import json
import os
import re
import shutil
import signal
import socket
import ssl
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from common import TMP, tool

ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
ap.add_argument("--apus", required=True)
ap.add_argument("--seconds", type=int, default=600)
a = ap.parse_args()

LUA = """
local paths = {"/plain", "/rooms/17?q=a", "/turn", "/cart", "/fill", "/nothing", "/plain?x=1"}
local i = 0
request = function()
  i = i % #paths + 1
  return wrk.format("GET", paths[i], {["Host"] = "soak.test"})
end
"""


def fixture(folder, path, name, head, body=None):
    place = os.path.join(folder, "Fixtures", "soak.test", path.strip("/").replace("{", "%7B").replace("}", "%7D"))
    os.makedirs(place, exist_ok=True)
    if body is not None:
        with open(os.path.join(place, name + ".txt"), "w") as f:
            f.write(body)
    key = "response" if "response" in head else "failure"
    if body is not None:
        head[key]["body"] = name + ".txt"
    head = dict({"apusFixture": 1, "request": {"method": "GET", "authority": "soak.test", "path": path}}, **head)
    with open(os.path.join(place, name + ".meta.json"), "w") as f:
        json.dump(head, f)


def response(**more):
    return dict({"response": {"status": 200, "fields": ["Content-Type: text/plain"]}}, **more)


def failure(code, **more):
    part = {"status": 200, "fields": ["Content-Type: text/plain", "Content-Length: 4096"]}
    return {"failure": dict({"code": code, "head": part}, **more)}


def prepare():
    folder = tempfile.mkdtemp(prefix="soak-", dir=TMP)
    fixture(folder, "/plain", "GET.200", response(), "x" * 600)
    fixture(folder, "/rooms/{id}", "GET.200", response(template=True), "{{request.path.id}} {{request.query.q}} {{count}}")
    for i in (1, 2, 3):
        fixture(folder, "/turn", "GET~%d.200" % i, dict(response(turn=i), variant=str(i)), "turn %d" % i)
    fixture(folder, "/cart", "GET~empty.200", dict(response(state={"requires": {"cart": ""}}), variant="empty"), "empty")
    fixture(folder, "/cart", "GET~full.200",
            dict(response(state={"requires": {"cart": "full"}, "sets": {"cart": ""}}), variant="full"), "full")
    fixture(folder, "/fill", "GET.200", response(state={"sets": {"cart": "full"}}), "ok")
    fixture(folder, "/slow", "GET.200", response(bytesPerSecond=200000, latencyMs={"p50": 1, "p99": 20}), "y" * 20000)
    fixture(folder, "/reset", "GET.receive.reset", failure("receive.reset", bytesReceived=150), "partial")
    fixture(folder, "/cut", "GET.receive.truncated", failure("receive.truncated"), "partial")
    fixture(folder, "/stall", "GET.timeout.body", failure("timeout.body"), "partial")
    fixture(folder, "/junk", "GET.receive.malformed", {"failure": {"code": "receive.malformed"}})
    return folder


def ask(port, path, secure=False):
    """One request on a connection of its own; what comes of it does not matter."""
    try:
        with socket.create_connection(("127.0.0.1", port), 2) as s:
            s.settimeout(0.2)
            if secure:
                context = ssl._create_unverified_context()
                s = context.wrap_socket(s, server_hostname="soak%d.test" % (time.time() % 5))
            s.sendall(b"GET %s HTTP/1.1\r\nHost: soak.test\r\n\r\n" % path.encode())
            while s.recv(65536):
                pass
    except OSError:
        pass


def disturb(port, folder, stop):
    """Faults, TLS and changes on disk beside the load."""
    count = 0
    while not stop.is_set():
        for path in ("/reset", "/cut", "/junk", "/slow"):
            ask(port, path)
        ask(port, "/plain", secure=True)
        if count % 5 == 0:
            ask(port, "/stall")
            fixture(folder, "/changing", "GET.200", response(), "change %d" % count)
        if count % 20 == 0:
            with socket.create_connection(("127.0.0.1", port), 2) as s:
                s.sendall(b"\x16\x03\x01\x00\x10garbage")
        count += 1


def state(pid):
    with open("/proc/%d/status" % pid) as f:
        text = f.read()
    return int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) / 1024, len(os.listdir("/proc/%d/fd" % pid))


def main():
    folder = prepare()
    server = subprocess.Popen([os.path.abspath(a.apus), "mock", folder, "--quiet"], stdout=subprocess.PIPE, text=True)
    line = server.stdout.readline()
    port = int(line.rsplit(":", 1)[1])
    script = os.path.join(folder, "soak.lua")
    with open(script, "w") as f:
        f.write(LUA)
    # Both threads have all they need once they have answered.
    for _ in range(4):
        ask(port, "/turn", secure=True)
    _, idle = state(server.pid)
    stop = threading.Event()
    beside = threading.Thread(target=disturb, args=(port, folder, stop))
    beside.start()
    load = subprocess.Popen([tool("wrk"), "-t1", "-c64", "-d%ds" % a.seconds, "-s", script, "http://127.0.0.1:%d" % port],
                            stdout=subprocess.PIPE, text=True)
    samples = []
    while load.poll() is None:
        time.sleep(max(0.5, a.seconds / 120))
        samples.append(state(server.pid))
    print(load.stdout.read())
    stop.set()
    beside.join()
    # Stalled and closing connections are given up by their clients; the server notices at once.
    deadline = time.time() + 10
    while time.time() < deadline and state(server.pid)[1] > idle:
        time.sleep(0.1)
    rss, left = state(server.pid)
    third = max(1, len(samples) // 3)
    middle = statistics.median(s[0] for s in samples[third:2 * third])
    last = statistics.median(s[0] for s in samples[2 * third:])
    print("memory: %.1f MB at first, %.1f in the second third, %.1f in the last, %.1f at the end" % (samples[0][0], middle, last, rss))
    open_then = [statistics.median(s[1] for s in part) for part in (samples[:third], samples[third:2 * third], samples[2 * third:])]
    print("descriptors: %d before, %d, %d, %d in the thirds, at most %d, %d after"
          % (idle, *open_then, max(s[1] for s in samples), left))
    server.send_signal(signal.SIGTERM)
    code = server.wait(10)
    shutil.rmtree(folder, ignore_errors=True)
    ok = last <= middle * 1.1 + 4 and left <= idle and code == 0
    print("soak of %d s: %s" % (a.seconds, "no growth" if ok else "GROWS"))
    return 0 if ok else 1


sys.exit(main())
