#!/usr/bin/env python3
"""The product beside its peers, with the gates of docs/performance.md.
   bench_apus.py --apus PATH [--parts P1,P2,P4,P5,P6,P8,shapes,engine,P9,P15,P16,P17,P18,P19] [-n ROUNDS]
                 [--sizes 1M,10M,100M]
P2 holds P3; P6 holds P7; P9 holds P10 to P14.
Each figure is a ratio within one run. Exits 1 when a gate is missed."""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import types

import bench_mock
from common import HERE, TMP, data, floor, have, library, save, swift, tool
from documents import Documents
from measure import compare, table
from pty_probe import PtyProbe, stats
from screens import Screens
from serve import Server

ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
ap.add_argument("--apus", required=True)
ap.add_argument("--parts", default="P1,P2,P4,P5,P6,P8,shapes,engine,P9,P15,P16,P17,P18,P19")
ap.add_argument("--sizes", default="1M,10M,100M", help="of the documents of P6 to P14")
ap.add_argument("-n", type=int, default=11)
ap.add_argument("--idle-seconds", type=float, default=15)
a = ap.parse_args()
APUS = os.path.abspath(a.apus)
HOME = tempfile.mkdtemp(prefix="home-", dir=TMP)
ENV = {"HOME": HOME, "XDG_CONFIG_HOME": HOME + "/.config", "XDG_STATE_HOME": HOME + "/.local/state",
       "XDG_DATA_HOME": HOME + "/.local/share", "LANG": "C.UTF-8", "LESSHISTFILE": "-"}
out, verdicts = {}, []


def gate(row, text, value, limit, stretch=None):
    ok = value <= limit
    extra = "" if stretch is None else "; stretch %g %s" % (stretch, "met" if value <= stretch else "not met")
    verdicts.append((row, ok, "%s: %.2f (gate %g%s)" % (text, value, limit, extra)))
    out.setdefault("gates", []).append({"row": row, "what": text, "value": value, "gate": limit, "met": ok})


def sound(row, result, name):
    """A command that failed measured nothing."""
    if result[name]["bad"]:
        verdicts.append((row, False, "%s failed in %d runs" % (name, result[name]["bad"])))
    return result[name]


def collection(url, count):
    """A folder with one .http file of `count` requests."""
    folder = tempfile.mkdtemp(prefix="requests-", dir=TMP)
    with open(os.path.join(folder, "requests.http"), "w") as f:
        for i in range(count):
            f.write("### request %04d\nGET %s\n\n" % (i, url))
    return folder


def first_frame():
    """P1: exec to the first painted frame with ten saved requests."""
    folder = collection("http://127.0.0.1:9/small.json", 10)
    small = os.path.join(data("small.json"), "small.json")
    programs = [("C ncurses (floor)", [floor("ncurses_hello.c", "-lncursesw", "-ltinfo")], "READY"),
                ("apus", [APUS, folder], "request 0000"),
                ("less", [tool("less"), small], "Ada"),
                ("vim -u NONE -R", [tool("vim"), "-u", "NONE", "-R", small], "Ada"),
                ("posting", [tool("posting"), "--collection", folder], "^j Send")]
    programs = [p for p in programs if p[1][0]]
    times = {p[0]: [] for p in programs}
    memory = {p[0]: [] for p in programs}
    for i in range(a.n + 1):
        for name, argv, text in programs:
            if name == "posting" and i > 3:
                continue
            probe = PtyProbe(argv, env=dict(ENV, POSTING_TEXT_INPUT__BLINKING_CURSOR="false"))
            try:
                seen = probe.wait_text(text, 30)
                probe.quiet(100, 10)
                if i:
                    times[name].append(probe.since_exec(seen))
                    memory[name].append(probe.mem()["hwm_mb"])
            finally:
                probe.close()
    base = statistics.median(times[programs[0][0]])
    print("\nP1: exec -> first painted frame, 160x45\n\n| program | ms median (min-max) | x floor | peak RSS MB |\n|---|---|---|---|")
    for name, xs in times.items():
        s = stats(xs)
        print("| %s | %.1f (%.1f-%.1f) | %.2f | %.1f |" % (name, s["median"], s["min"], s["max"], s["median"] / base,
                                                       statistics.median(memory[name])))
    out["P1"] = times
    gate("P1", "first frame, x C ncurses floor", statistics.median(times["apus"]) / base, 2.5, 1.5)
    shutil.rmtree(folder)


def one_request():
    """P2, P3: run one saved GET and print its body."""
    with Server("nginx", root=data("small.json")) as s:
        url = s.url + "/small.json"
        folder = collection(url, 1)
        commands = [("curl GET", "%s -s %s" % (tool("curl"), url)),
                    ("apus run", "%s run %s/requests.http --body" % (APUS, folder)),
                    ("C libcurl GET (floor)", "%s %s" % (floor("curl_bench.c", "-lcurl"), url)),
                    ("xh GET", "%s --ignore-stdin %s" % (tool("xh"), url)),
                    ("httpie GET", "%s --ignore-stdin GET %s" % (tool("http"), url))]
        result = compare(have(commands), max(a.n, 15))
    print("\nP2, P3: run one saved GET and print it\n\n" + table(result))
    out["P2"] = result
    mine = sound("P2", result, "apus run")
    gate("P2", "one saved GET, x curl", mine["wall_ratio"], 1.6, 1.25)
    if "xh GET" in result:
        gate("P2", "one saved GET, x xh", mine["wall"]["median"] / result["xh GET"]["wall"]["median"], 1.0)
    gate("P3", "peak RSS of it, x curl", mine["rss_mb"] / result["curl GET"]["rss_mb"], 2.0, 1.4)
    shutil.rmtree(folder)


PYTHON_IN_ORDER = """import sys,requests
s=requests.Session()
assert all(s.get(sys.argv[1]).status_code == 200 for _ in range(1000))"""


def many_requests():
    """P4: a thousand saved GETs in order, one process; a thousand by the library, too."""
    with Server("nginx", root=data("small.json")) as s:
        url = s.url + "/small.json"
        folder = collection(url, 1000)
        config = os.path.join(TMP, "thousand.curlrc")
        with open(config, "w") as f:
            f.write('url = "%s"\noutput = "/dev/null"\n' % url * 1000)
        commands = [("curl -K, one process", "%s -s -K %s" % (tool("curl"), config)),
                    ("apus run, one process", "%s run %s/requests.http" % (APUS, folder)),
                    ("apus run with a report", "%s run %s/requests.http --report json=/dev/null" % (APUS, folder)),
                    ("C libcurl easy (floor)", "%s %s 1000 1" % (floor("curl_bench.c", "-lcurl"), url))]
        program = library()
        dynamic = swift(False)
        commands += [("HTTPClient.send", program and "%s client %s 1000 1" % (program, url)),
                     ("NetworkClient.fetch", program and "%s fetch %s 1000 1" % (program, url)),
                     ("URLSession", dynamic and "%s/get_urlsession %s 1000 1" % (dynamic, url)),
                     ("Python requests", "%s -c '%s' %s" % (sys.executable, PYTHON_IN_ORDER, url))]
        commands = [row for row in commands if row[1]]
        result = compare(have(commands), a.n)
    print("\nP4: 1,000 saved GETs in order, keep-alive\n\n" + table(result))
    out["P4"] = result
    mine = sound("P4", result, "apus run, one process")
    gate("P4", "1,000 GETs wall, x curl -K", mine["wall_ratio"], 1.0)
    gate("P4", "1,000 GETs CPU, x curl -K", mine["cpu_ratio"], 1.0)
    if program is None:
        verdicts.append(("P4", False, "the library's program cannot be built"))
    for name in ("HTTPClient.send", "NetworkClient.fetch") if program else ():
        row = sound("P4", result, name)
        gate("P4", "1,000 GETs wall by %s, x curl -K" % name, row["wall_ratio"], 1.0)
        gate("P4", "1,000 GETs CPU by %s, x curl -K" % name, row["cpu_ratio"], 1.0)
    shutil.rmtree(folder)


PYTHON_PARALLEL = """import sys,requests
from concurrent.futures import ThreadPoolExecutor
s=requests.Session(); s.mount('http://',requests.adapters.HTTPAdapter(pool_connections=1,pool_maxsize=64)); u=sys.argv[1]
with ThreadPoolExecutor(64) as ex:
    assert all(c==200 for c in ex.map(lambda _: s.get(u).status_code, range(int(sys.argv[2]))))
"""


def parallel_requests():
    """P5: ten thousand GETs, 64 in flight, by the library; slow peers get fewer."""
    program = library()
    if program is None:
        verdicts.append(("P5", False, "the library's program cannot be built"))
        return
    count, few = 10000, 2000
    python = os.path.join(TMP, "parallel_requests.py")
    with open(python, "w") as f:
        f.write(PYTHON_PARALLEL)
    with Server("nginx", root=data("small.json")) as s:
        url = s.url + "/small.json"
        config = os.path.join(TMP, "parallel.curlrc")
        with open(config, "w") as f:
            f.write('url = "%s"\noutput = "/dev/null"\n' % url * count)
        dynamic = swift(False)
        rows = [("curl -Z --parallel-max 64", "%s -s -Z --parallel-max 64 -K %s" % (tool("curl"), config), count),
                ("HTTPClient.send", "%s client %s %d 64" % (program, url, count), count),
                ("NetworkClient.fetch", "%s fetch %s %d 64" % (program, url, count), count),
                ("C libcurl multi (floor)", "%s %s %d 64" % (floor("curl_bench.c", "-lcurl"), url, count), count),
                ("hey -c 64", "%s -n %d -c 64 %s" % (tool("hey"), count, url), count),
                ("curl -K, one after the other", "%s -s -K %s" % (tool("curl"), config), count),
                ("URLSession", dynamic and "%s/get_urlsession %s %d 64" % (dynamic, url, few), few),
                ("Python requests, 64 threads", "%s %s %s %d" % (sys.executable, python, url, few), few)]
        rows = [row for row in rows if row[1]]
        result = compare(have([row[:2] for row in rows]), max(3, a.n - 4))
    counts = {row[0]: row[2] for row in rows}
    base = statistics.median([result["curl -Z --parallel-max 64"]["wall"]["median"]]) / count
    print("\nP5: GETs, 64 in flight\n\n| client | requests | wall us a request | x curl -Z | CPU us | peak RSS MB |\n"
          "|---|---|---|---|---|---|")
    for name, row in result.items():
        wall, cpu = row["wall"]["median"] / counts[name], row["cpu"]["median"] / counts[name]
        print("| %s | %d | %.1f | %.2f | %.1f | %.1f |%s" % (name, counts[name], wall * 1e6, wall / base, cpu * 1e6,
                                                         row["rss_mb"], " FAILED" if row["bad"] else ""))
    out["P5"] = result
    for name in ("HTTPClient.send", "NetworkClient.fetch"):
        gate("P5", "10,000 GETs wall by %s, x curl -Z" % name, sound("P5", result, name)["wall_ratio"], 1.0)


def saved(count, form="single"):
    """A folder of `count` saved requests, made once: one request a file, or as posting has them."""
    folder = os.path.join(TMP, "saved-%s-%d" % (form, count))
    if not os.path.isdir(folder):
        subprocess.run([sys.executable, os.path.join(HERE, "gen_collections.py"), "--count", str(count), "--format", form, folder],
                       check=True)
    return folder


# The least that every frame of the explorer shows, read or not.
FRAME = "Response"
COUNTS = (10, 1000, 10000)


def large_collections():
    """P15: first frame and list of 10, 1,000 and 10,000 saved requests."""
    first = {c: [] for c in COUNTS}
    tree = {c: [] for c in COUNTS}
    for i in range(a.n + 1):
        for c in COUNTS:
            probe = PtyProbe([APUS, saved(c)], env=ENV)
            try:
                frame, rows = probe.wait_text(FRAME, 30), probe.wait_text("group-0000", 60)
                probe.quiet(100, 60)
                if i:
                    first[c].append(probe.since_exec(frame))
                    tree[c].append(probe.since_exec(rows))
            finally:
                probe.close()
    print("\nP15: exec -> first frame, and -> the tree\n\n| saved requests | first frame ms (min-max) | x that of 10 | tree ms (min-max) |\n|---|---|---|---|")
    for c in COUNTS:
        f, t = stats(first[c]), stats(tree[c])
        ratio = f["median"] / statistics.median(first[10])
        print("| %d | %.1f (%.1f-%.1f) | %.2f | %.1f (%.1f-%.1f) |" % (c, f["median"], f["min"], f["max"], ratio, t["median"], t["min"], t["max"]))
        if c > 10:
            gate("P15", "first frame with %d requests, x with 10" % c, ratio, 1.3)
    out["P15"] = {"first": first, "tree": tree}
    for form, what in (("single", ".http files"), ("posting", "posting's files")):
        for c in COUNTS[1:]:
            folder = saved(c, form)
            result = compare([("find | xargs cat", "sh:find %s -type f -print0 | xargs -0 cat" % folder),
                              ("apus list", "%s list %s" % (APUS, folder)),
                              ("apus list --json", "%s list %s --json" % (APUS, folder))], a.n)
            print("\nP15: names of %d requests in %s\n\n%s" % (c, what, table(result)))
            out["P15"]["list %s %d" % (form, c)] = result
            if form == "single":
                gate("P15", "%d names listed, x find + cat" % c, sound("P15", result, "apus list --json")["wall_ratio"], 3, 1.5)


# What posting took with 10,000 requests when it was measured (docs/performance.md).
POSTING_RSS = 141.0


def large_tree():
    """P16: memory with 10,000 saved requests, and keys in their tree."""
    keys, memory = {}, 0
    rows = [("C ncurses, full screen", [floor("ncurses_hello.c", "-lncursesw", "-ltinfo"), "full"], "READY", "xx")]
    rows += [("apus, %d requests" % c, [APUS, saved(c)], "group-0000", "jk") for c in (10, 10000)]
    for name, argv, text, keys_of in rows:
        probe = PtyProbe(argv, env=ENV)
        try:
            probe.wait_text(text, 60)
            probe.quiet(500, 60)
            pressed = [probe.press(keys_of[i % 2], 40, 10) for i in range(60)]
            keys[name] = stats([k["last_ms"] for k in pressed if k["last_ms"]])
            memory = probe.mem()["hwm_mb"]
        finally:
            probe.close()
    print("\nP16: keys in the tree; peak RSS with 10,000 requests %.1f MB\n\n| program | last byte ms median | p95 | max |\n|---|---|---|---|" % memory)
    for name, k in keys.items():
        print("| %s | %.2f | %.2f | %.2f |" % (name, k["median"], k["p95"], k["max"]))
    out["P16"] = {"keys": keys, "rss_mb": memory}
    gate("P16", "peak RSS with 10,000 requests, x posting's 141 MB", memory / POSTING_RSS, 0.5, 0.25)
    mine = keys["apus, 10000 requests"]
    gate("P16", "key in the tree p95, x a whole screen of C ncurses", mine["p95"] / keys["C ncurses, full screen"]["median"], 2)
    gate("P16", "key in the tree, x the same with 10 requests", mine["median"] / keys["apus, 10 requests"]["median"], 1.5)


def switches(pid):
    """Context switches and CPU ticks of all threads of a process so far."""
    total = 0
    for task in os.listdir("/proc/%d/task" % pid):
        with open("/proc/%d/task/%s/status" % (pid, task)) as f:
            total += sum(int(line.split()[1]) for line in f if "ctxt_switches" in line)
    return total


def idle():
    """P18: wake-ups of an idle screen, before and after a request was sent."""
    print("\nP18: idle screen, %g s without input\n\n| state | wake-ups | CPU ms |\n|---|---|---|" % a.idle_seconds)
    with Server("nginx", root=data("small.json")) as s:
        folder = collection(s.url + "/small.json", 10)
        probe = PtyProbe([APUS, folder], env=ENV)
        try:
            probe.wait_text("request 0000", 30)
            worst = 0
            for state in ("nothing sent yet", "after a response"):
                if state == "after a response":
                    probe.send(b"s")
                    probe.wait_text("200 OK", 30)
                # Worker threads of the runtime leave once, five seconds after their last work.
                probe.quiet(7000, 30)
                pid = probe.tree()[0]
                before, cpu = switches(pid), probe.mem()["cpu_s"]
                time.sleep(a.idle_seconds)
                woken, spent = switches(pid) - before, probe.mem()["cpu_s"] - cpu
                print("| %s | %d | %.0f |" % (state, woken, spent * 1000))
                worst = max(worst, woken)
        finally:
            probe.close()
    out["P18"] = worst
    gate("P18", "wake-ups a second while idle", worst / a.idle_seconds, 0)
    shutil.rmtree(folder)


def mock_server():
    """P17: small JSON from fixtures under wrk -c64, keep-alive, beside nginx and the C floor."""
    if not tool("wrk"):
        print("\nP17 left out: wrk is not installed")
        return
    os.environ["APUS"] = APUS
    names = ("epoll, 1 process (limit)", "libmicrohttpd, 1 epoll thread", "nginx, 1 worker", "python -m http.server")
    kinds = [kind for kind in bench_mock.FLOORS if kind[0] in names] + bench_mock.APUS
    res = bench_mock.measure(kinds, max(3, a.n // 3), 3, 64)
    print("\nP17: mock server, small JSON, wrk -t1 -c64")
    bench_mock.table(res)
    out["P17"] = res
    apus, two, nginx, plain = (res[n] for n in ("apus mock, 1 thread", "apus mock, 2 threads", names[2], names[3]))
    if apus["bad"] or two["bad"]:
        verdicts.append(("P17", False, "%d answers were not 200" % (apus["bad"] + two["bad"])))
    median = statistics.median
    if nginx["us"]:
        gate("P17", "CPU a request, x nginx", median(apus["us"]) / median(nginx["us"]), 2, 1.2)
        gate("P17", "the same with two threads", median(two["us"]) / median(nginx["us"]), 2)
    if plain["rps"]:
        # The gate is a least ratio; it is checked as the most of its inverse.
        gate("P17", "requests/s of http.server, x ours", median(plain["rps"]) / median(apus["rps"]), 1 / 15)


def size():
    """P19: the installed program."""
    copy = os.path.join(TMP, "apus.stripped")
    subprocess.run(["strip", "-o", copy, APUS], check=True)
    megabytes = os.path.getsize(copy) / 1e6
    libraries = subprocess.run(["ldd", APUS], capture_output=True, text=True).stdout
    print("\nP19: stripped program %.1f MB; linked libraries:\n%s" % (megabytes, libraries))
    out["P19"] = megabytes
    gate("P19", "stripped program, MB", megabytes, 20, 10)
    gate("P19", "Foundation or libcurl linked", sum(n in libraries for n in ("Foundation", "libcurl", "libswift")), 0)


bench = types.SimpleNamespace(
    apus=APUS, n=a.n, sizes=a.sizes.split(","), env=ENV, out=out, gate=gate, sound=sound, collection=collection)
documents = Documents(bench)
PARTS = {"P1": first_frame, "P2": one_request, "P4": many_requests, "P5": parallel_requests, "P6": documents.printing,
         "P8": documents.filtering, "shapes": documents.shapes, "engine": documents.engine, "P9": Screens(bench).run,
         "P15": large_collections, "P16": large_tree, "P17": mock_server, "P18": idle, "P19": size}
for part in a.parts.split(","):
    PARTS[part]()
shutil.rmtree(HOME, ignore_errors=True)
save("apus", out)
print("\n| row | gate | figure |\n|---|---|---|")
for row, ok, text in verdicts:
    print("| %s | %s | %s |" % (row, "met" if ok else "MISSED", text))
sys.exit(0 if all(ok for _, ok, _ in verdicts) else 1)
