"""P6-P11, P13, P14 of docs/performance.md: documents of every shape, as text, filtered and on the screen.

Used by bench_apus.py, which gives the gates and the ways to make a collection and to judge a command.
"""
import glob
import json
import os
import shutil
import statistics
import subprocess
import sys

from common import HERE, TMP, data, floor, have, tool
from measure import compare, table
from pty_probe import PtyProbe, Timeout, stats
from serve import Server

JQ_FILTER = ".data[]|select(.balance>49000)|.email"
PATH_FILTER = "$.data[?@.balance > 49000].email"
SHAPES = ("records", "flat", "deep", "wide", "longstring", "ndjson")


def shaped(shape, size):
    """A document of a shape that gen_json.py makes."""
    path = os.path.join(TMP, "%s-%s.%s" % (shape, size, "ndjson" if shape == "ndjson" else "json"))
    if not os.path.exists(path):
        subprocess.run([sys.executable, os.path.join(HERE, "gen_json.py"), "--size", size, "--shape", shape, path],
                       check=True)
    return path


def engine_program():
    """Builds the JSON engine with its bench; returns the program or None."""
    source = os.path.join(HERE, "..", "Sources")
    out = os.path.join(TMP, "engine")
    os.makedirs(out, exist_ok=True)
    program = os.path.join(out, "engine")
    model = glob.glob(source + "/HTTPModel/**/*.swift", recursive=True)
    tape = glob.glob(source + "/Documents/Tape/*.swift") + [os.path.join(HERE, "engine", "main.swift")]
    if os.path.exists(program) and os.path.getmtime(program) > max(map(os.path.getmtime, model + tape)):
        return program
    flags = ["-O", "-wmo", "-swift-version", "6", "-package-name", "apus"]
    flags += [f for n in ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility")
              for f in ("-enable-upcoming-feature", n)]
    steps = [["-parse-as-library", "-module-name", "HTTPModel", "-emit-module", "-emit-module-path",
              out + "/HTTPModel.swiftmodule", "-c", *model, "-o", out + "/HTTPModel.o"],
             ["-module-name", "engine", "-I", out, *tape, out + "/HTTPModel.o", "-static-stdlib", "-o", program]]
    for step in steps:
        r = subprocess.run(["swiftc", *flags, *step], capture_output=True, text=True)
        if r.returncode:
            print(r.stderr[-2000:], file=sys.stderr)
            return None
    return program


class Documents:
    def __init__(self, bench):
        self.b = bench
        self.apus, self.n = bench.apus, bench.n
        self.sizes = bench.sizes

    def rounds(self, size):
        return max(3, min(self.n, 7) if size != "100M" else 3)

    def ratio(self, result, mine, other):
        return result[mine]["wall"]["median"] / result[other]["wall"]["median"]

    # P6, P7: pretty-printing of a response

    def printing(self):
        for size in self.sizes:
            if size == "1M":
                continue
            with Server("nginx", root=data(size + ".json")) as s:
                url = "%s/%s.json" % (s.url, size)
                get = "sh:%s -s %s | " % (tool("curl"), url)
                xh, jq, gojq = tool("xh"), tool("jq"), tool("gojq")
                commands = have([
                    ("curl -o /dev/null", "%s -s -o /dev/null %s" % (tool("curl"), url)),
                    ("curl | apus view", get + self.apus + " view --type json"),
                    ("curl | apus view, colour", get + self.apus + " view --type json --color always"),
                    ("xh --pretty=format", xh and "%s --ignore-stdin --pretty=format %s" % (xh, url)),
                    ("xh --pretty=all", xh and size == "10M" and "%s --ignore-stdin --pretty=all %s" % (xh, url)),
                    ("curl | jq .", get + "%s -M ." % jq), ("curl | jq -C .", get + "%s -C ." % jq),
                    ("curl | gojq .", gojq and get + "%s ." % gojq)])
                result = compare(commands, self.rounds(size), 1 if size == "10M" else 0)
            print("\nP6, P7: pretty-print %s\n\n%s" % (size, table(result)), flush=True)
            self.b.out["P6 " + size] = result
            plain, colour = "curl | apus view", "curl | apus view, colour"
            self.b.sound("P6", result, plain)
            if "xh --pretty=format" in result:
                self.b.gate("P6", "pretty-print %s, x xh --pretty=format" % size,
                            self.ratio(result, plain, "xh --pretty=format"), 1.2, 0.8)
            self.b.gate("P6", "pretty-print %s, x jq" % size, self.ratio(result, plain, "curl | jq ."), 1 / 6)
            self.b.gate("P7", "in colour %s, x jq -C" % size, self.ratio(result, colour, "curl | jq -C ."), 1 / 5, 1 / 8)

    # P8: a filter

    def filtering(self):
        for size in self.sizes:
            f = os.path.join(data(size + ".json"), size + ".json")
            jq, gojq, sim = tool("jq"), tool("gojq"), floor("parse_simdjson.cpp", "-lsimdjson")
            result = compare(have([
                ("jq filter", [jq, JQ_FILTER, f]),
                ("apus view --filter", [self.apus, "view", "--filter", PATH_FILTER, f]),
                ("gojq filter", gojq and [gojq, JQ_FILTER, f]),
                ("simdjson, parse only", sim and [sim, f, "1"])]), self.rounds(size), 1 if size != "100M" else 0)
            print("\nP8: array, select, field of %s\n\n%s" % (size, table(result)), flush=True)
            self.b.out["P8 " + size] = result
            self.b.sound("P8", result, "apus view --filter")
            self.b.gate("P8", "filter %s, x jq" % size, self.ratio(result, "apus view --filter", "jq filter"), 1 / 4, 1 / 7)

    # The engine on every shape, and its cost by size

    def shapes(self):
        """A filter that selects nothing: the whole text is read and judged, and nothing is printed."""
        size = "10M" if "10M" in self.sizes else self.sizes[-1]
        sim = floor("parse_simdjson.cpp", "-lsimdjson")
        print("\nEngine on shapes of %s, whole processes\n\n| shape | apus ms | MB/s | x simdjson DOM | x jq | RSS / byte |\n"
              "|---|---|---|---|---|---|" % size, flush=True)
        for shape in SHAPES:
            f = shaped(shape, size)
            megabytes = os.path.getsize(f) / 1e6
            commands = have([("apus", [self.apus, "view", "--filter", "$.nothing", f]),
                             ("simdjson", sim and shape != "ndjson" and [sim, f, "1"]),
                             ("jq", [tool("jq"), "empty", f])])
            result = compare(commands, self.rounds(size), 1, quiet=True)
            mine = self.b.sound("shapes", result, "apus")
            seconds = mine["wall"]["median"]
            beside = self.ratio(result, "apus", "simdjson") if "simdjson" in result else None
            print("| %s | %.0f | %.0f | %s | %.3f | %.2f |" % (
                shape, seconds * 1e3, megabytes / seconds, "-" if beside is None else "%.2f" % beside,
                self.ratio(result, "apus", "jq"), mine["rss_mb"] * 1.048576 / megabytes), flush=True)
            self.b.out["shape " + shape] = result
            if beside is not None:
                self.b.gate("P10", "read %s, x simdjson DOM as a process" % shape, beside, 2)

    def engine(self):
        """The engine in its own process, by CPU time: every shape of 10 MB, and records of every size."""
        mine, sim = engine_program(), floor("parse_simdjson.cpp", "-lsimdjson")
        if mine is None:
            print("the engine's program cannot be built", file=sys.stderr)
            return
        files = [(shape, shaped(shape, "10M")) for shape in SHAPES]
        files += [("records " + s, shaped("records", s)) for s in self.sizes if s != "10M"]
        print("\nJSON engine, CPU time, best of the rounds\n\n| document | MB/s | simdjson DOM MB/s | ratio | index bytes / byte |\n"
              "|---|---|---|---|---|")
        for name, f in files:
            rounds = "5" if name.endswith("100M") else "25"
            a = json.loads(subprocess.run([mine, f, rounds], capture_output=True, text=True, check=True).stdout)
            row = {"apus": a}
            other = "-", "-"
            if sim and not f.endswith(".ndjson"):
                b = json.loads(subprocess.run([sim, f, rounds], capture_output=True, text=True, check=True).stdout)
                row["simdjson"] = b
                other = "%.0f" % (b["mb"] / b["cpu_s"]), "%.2f" % (a["cpu_s"] / b["cpu_s"])
            print("| %s | %.0f | %s | %s | %.2f |" % (name, a["mb"] / a["cpu_s"], *other, a["index"]), flush=True)
            self.b.out["engine " + name] = row
            if name != "deep":
                self.b.gate("engine", "index bytes a byte of " + name, a["index"], 1.5)
            if "simdjson" in row:
                self.b.gate("engine", "CPU for %s, x simdjson DOM" % name, a["cpu_s"] / row["simdjson"]["cpu_s"], 2, 1)

    # P9, P10, P11, P13, P14: on the screen

    def screen(self):
        for size in self.sizes:
            name = size + ".json"
            root = data(name)
            f = os.path.join(root, name)
            megabytes = os.path.getsize(f) / 1e6
            with Server("nginx", root=root) as s:
                url = "%s/%s" % (s.url, name)
                folder = self.b.collection(url, 1)
                base = compare([("curl", "%s -s -o /dev/null %s" % (tool("curl"), url))], 3, 1, quiet=True)
                times = {k: [] for k in ("first", "end", "rss", "plain", "jump", "fold", "search", "less")}
                for _ in range(3):
                    self.look(folder, times)
                    less = PtyProbe(["/bin/sh", "-c", "%s -s %s | %s" % (tool("curl"), url, tool("less"))], env=self.b.env)
                    times["less"].append(less.since_exec(less.wait_text("meta", 60)))
                    less.close()
                shutil.rmtree(folder)
            m = {k: statistics.median(v) for k, v in times.items()}
            memmem = float(subprocess.run([floor("memmem.c"), f, "needle-at-the-end"], capture_output=True, text=True,
                                          check=True).stdout) * 1e3
            vim = self.vim(f)
            curl = base["curl"]["wall"]["median"] * 1e3
            print("\nP9-P14: a response of %s on the screen, ms\n" % size)
            print("| what | ms | beside |\n|---|---|---|")
            print("| send -> first lines | %.1f | curl piped to less %.1f |" % (m["first"], m["less"]))
            print("| send -> all foldable, at the end | %.1f | curl -o /dev/null %.1f |" % (m["end"], curl))
            print("| a row down | %.2f | |\n| to the end, from the start | %.2f | |" % (m["plain"], m["jump"]))
            print("| fold and unfold the root | %.2f | |" % m["fold"])
            print("| search the whole text for a literal | %.1f | memmem %.1f, vim %.0f |" % (m["search"], memmem, vim))
            print("| peak RSS | %.0f MB | %.2f of the body |" % (m["rss"], m["rss"] * 1.048576 / megabytes), flush=True)
            self.b.out["screen " + size] = dict(times, memmem=memmem, vim=vim, curl=curl)
            if size != "100M":
                continue
            self.b.gate("P9", "first lines of 100 MB, x curl piped to less", m["first"] / m["less"], 3, 1.5)
            self.b.gate("P10", "100 MB foldable and at its end, x curl", m["end"] / curl, 9, 6)
            self.b.gate("P11", "peak RSS / byte", m["rss"] * 1.048576 / megabytes, 6, 4)
            self.b.gate("P13", "to the end, x a row down", m["jump"] / m["plain"], 3, 1.5)
            self.b.gate("P13", "fold the root, x a row down", m["fold"] / m["plain"], 3, 1.5)
            self.b.gate("P14", "search the whole text, x memmem", m["search"] / memmem, 6, 2)
            self.b.gate("P14", "search the whole text, x vim", m["search"] / vim, 1 / 4)
            for key in ("plain", "jump", "fold"):
                self.b.gate("P12", "slowest of %s, ms" % key, max(times[key]), 16)

    def look(self, folder, times):
        """Sends the request and moves about in its response."""
        p = PtyProbe([self.apus, folder], env=self.b.env)
        try:
            p.wait_text("request 0000", 30)
            p.quiet(200, 30)
            sent = p.send(b"s")
            first = p.wait_text('"meta"', 120)
            p.wait_text("200 OK", 120)
            times["first"].append((first - sent) * 1e3)
            # Into the response pane, and to the last row as soon as the whole body is there.
            p.send(b"\t\t")
            times["end"].append((self.last_row(p) - sent) * 1e3)
            p.quiet(300, 60)
            times["rss"].append(p.mem()["hwm_mb"])
            p.press("g", 60)
            times["plain"] += [p.press("j", 60)["last_ms"] for _ in range(5)]
            for _ in range(3):
                p.press("g", 60)
                times["jump"].append(p.press("G", 60)["last_ms"])
            p.press("g", 60)
            for _ in range(2):
                times["fold"] += [p.press("z", 60)["last_ms"], p.press("z", 60)["last_ms"]]
            p.press("/", 60)
            for c in "needle-at-the-en":
                p.press(c, 30)
            p.quiet(400, 60)
            # One letter more, and the whole text is looked through.
            times["search"].append(p.until("x", "no match", 60))
        finally:
            p.close()

    def last_row(self, p):
        """Goes to the last row until that of the whole body is there; returns when it was."""
        for _ in range(1000):
            p.send(b"G")
            try:
                return p.wait_text("needle-at-the-end", 0.1)
            except Timeout:
                pass
        raise Timeout("the end of the body was never on the screen")

    def vim(self, f):
        """vim's time for the same search."""
        times = []
        for _ in range(3):
            p = PtyProbe([tool("vim"), "-u", "NONE", "-R", "-c", "set nowrap", f], env=self.b.env)
            try:
                p.wait_text("meta", 120)
                p.quiet(300, 60)
                p.press("/", 60)
                p.send(b"needle-at-the-end")
                p.quiet(200, 30)
                times.append(p.press("<Enter>", 300, 60)["last_ms"])
            finally:
                p.close()
        return stats(times)["median"]
