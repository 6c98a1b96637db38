"""P6-P8 of docs/performance.md: documents of every shape, as text and filtered.

Used by bench_apus.py, which gives the gates and the ways to make a collection and to judge a command.
"""
import glob
import json
import os
import subprocess
import sys

from common import HERE, TMP, data, floor, have, tool
from measure import compare, table
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
