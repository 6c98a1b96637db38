"""P9-P14 of docs/performance.md: a large response on the screen, and every key in it.

Used by bench_apus.py, which gives the gates and the ways to make a collection and to judge a command.
"""
import os
import re
import shutil
import statistics
import subprocess

from common import TMP, data, floor, tool
from measure import compare
from pty_probe import PtyProbe, Timeout, stats
from serve import Server

LAST = "needle-at-the-end"
# Keys on a body: how it is come to, and the keys with how often each is pressed.
MOVES = (("j", 30), ("<PageDown>", 15), ("k", 10), ("<PageUp>", 5), ("G", 4), ("g", 4))
VIEWS = (("pretty", None, None), ("raw", "r", "raw"), ("raw, wrapped", "t", "wrap"), ("hex", "H", "hex"))
FOLDS = (("z", 4), ("Z", 1), ("X", 1), ("G", 2), ("g", 2))
FRAME_MS = 16


def median(values):
    return statistics.median(values)


class Screens:
    def __init__(self, bench):
        self.b = bench
        self.apus, self.sizes = bench.apus, bench.sizes
        self.curves = {}

    def run(self):
        """P9-P14 by size, P12 beside the floor, and what grows with the body."""
        floor_ms = self.floor_keys()
        small = self.keys_of("small")
        for size in self.sizes:
            self.size(size)
            keys = self.keys_of(size)
            self.answers(size, keys, small, floor_ms)
        self.in_flight(self.sizes[-1])
        self.file(self.sizes[-1])
        self.growth()

    # P9, P10, P11, P13, P14

    def size(self, size):
        name = size + ".json"
        root = data(name)
        f = os.path.join(root, name)
        megabytes = os.path.getsize(f) / 1e6
        times = {k: [] for k in ("first", "head", "end", "rss", "plain", "jump", "fold", "search", "filter", "less")}
        with Server("nginx", root=root) as s:
            url = "%s/%s" % (s.url, name)
            folder = self.b.collection(url, 1)
            base = compare([("curl", "%s -s -o /dev/null %s" % (tool("curl"), url))], 3, 1, quiet=True)
            for _ in range(3):
                self.look(folder, times)
                less = PtyProbe(["/bin/sh", "-c", "%s -s %s | %s" % (tool("curl"), url, tool("less"))], env=self.b.env)
                try:
                    times["less"].append(less.since_exec(less.wait_text("meta", 60)))
                finally:
                    less.close()
            shutil.rmtree(folder)
        m = {k: median(v) for k, v in times.items()}
        memmem = float(subprocess.run([floor("memmem.c"), f, LAST], capture_output=True, text=True, check=True).stdout) * 1e3
        vim = self.vim(f)
        curl = base["curl"]["wall"]["median"] * 1e3
        a_byte = m["rss"] * 1.048576 / megabytes
        print("\nP9-P14: a response of %s on the screen, ms\n" % size)
        print("| what | ms | beside |\n|---|---|---|")
        print("| send -> first lines | %.1f | curl piped to less %.1f |" % (m["first"], m["less"]))
        print("| send -> status line of the whole response | %.1f | |" % m["head"])
        print("| send -> all foldable, at the end | %.1f | curl -o /dev/null %.1f |" % (m["end"], curl))
        print("| a page down | %.2f | |\n| to the end, from the start | %.2f | |" % (m["plain"], m["jump"]))
        print("| fold and unfold the root | %.2f | |" % m["fold"])
        print("| search the whole text for a literal | %.1f | memmem %.1f, vim %.0f |" % (m["search"], memmem, vim))
        print("| filter the whole text by JSONPath | %.1f | |" % m["filter"])
        print("| peak RSS | %.0f MB | %.2f of the body |" % (m["rss"], a_byte), flush=True)
        self.b.out["screen " + size] = dict(times, memmem=memmem, vim=vim, curl=curl, rss_a_byte=a_byte)
        self.curves[size] = dict(m, megabytes=megabytes)
        if size != "100M":
            return
        self.b.gate("P9", "first lines of 100 MB, x curl piped to less", m["first"] / m["less"], 3, 1.5)
        self.b.gate("P10", "100 MB foldable and at its end, x curl", m["end"] / curl, 9, 6)
        self.b.gate("P11", "peak RSS / byte", a_byte, 6, 4)
        self.b.gate("P13", "to the end, x a page down", m["jump"] / m["plain"], 3, 1.5)
        self.b.gate("P13", "fold the root, x a page down", m["fold"] / m["plain"], 3, 1.5)
        self.b.gate("P14", "search the whole text, x memmem", m["search"] / memmem, 6, 2)
        self.b.gate("P14", "search the whole text, x vim", m["search"] / vim, 1 / 4)

    def look(self, folder, times):
        """Sends the request and moves about in its response."""
        p = PtyProbe([self.apus, folder], env=self.b.env)
        try:
            p.wait_text("request 0000", 30)
            p.quiet(200, 30)
            sent = p.send(b"s")
            times["first"].append((p.wait_text('"meta"', 120) - sent) * 1e3)
            # Into the response pane, and to the last row as soon as the whole body is there.
            p.send(b"\t\t")
            times["end"].append((self.last_row(p) - sent) * 1e3)
            times["head"].append((p.wait_text("200 OK", 120) - sent) * 1e3)
            p.quiet(300, 60)
            times["rss"].append(p.mem()["hwm_mb"])
            p.press("g", timeout=20)
            times["plain"] += [p.press("<PageDown>", timeout=20)["last_ms"] for _ in range(5)]
            for _ in range(3):
                p.press("g", timeout=20)
                times["jump"].append(p.press("G", timeout=20)["last_ms"])
            p.press("g", timeout=20)
            times["fold"] += [p.press("z", timeout=20)["last_ms"] for _ in range(4)]
            p.press("/", timeout=20)
            for c in LAST[:-1]:
                p.press(c, timeout=20)
            p.quiet(400, 60)
            # One letter more, and the whole text is looked through.
            times["search"].append(p.until("x", "no match", 60))
            p.press("<Esc>", timeout=20)
            p.press("f", timeout=20)
            p.send(b"$.data[?@.id == 1].nam")
            p.wait_text("0 values", 60)
            p.quiet(400, 60)
            times["filter"].append(p.until("e", " 1 value ", 60))
        finally:
            p.close()

    def last_row(self, p):
        """Goes to the last row until that of the whole body is there; returns when it was."""
        for _ in range(3000):
            p.send(b"G")
            try:
                return p.wait_text(LAST, 0.04)
            except Timeout:
                pass
        raise Timeout("the end of the body was never on the screen:\n" + p.text())

    def vim(self, f):
        """vim's time for the same search."""
        times = []
        for _ in range(3):
            p = PtyProbe([tool("vim"), "-u", "NONE", "-R", "-c", "set nowrap", f], env=self.b.env)
            try:
                p.wait_text("meta", 120)
                p.quiet(300, 60)
                p.press("/", timeout=20)
                p.send(LAST.encode())
                p.quiet(200, 30)
                # Nothing is written while it searches, so a short silence is not the end.
                times.append(p.press("<Enter>", 4000, 60)["last_ms"])
            finally:
                p.close()
        return stats(times)["median"]

    # P12

    def floor_keys(self):
        """The C program that repaints a whole screen for a key."""
        p = PtyProbe([floor("ncurses_hello.c", "-lncursesw", "-ltinfo"), "full"], env=self.b.env)
        try:
            p.wait_text("READY", 30)
            return median([p.press("x")["last_ms"] for _ in range(40)])
        finally:
            p.close()

    def keys_of(self, size):
        """Every key in every view of a body: key -> first and last byte of the answer, by view."""
        name = size + ".json"
        keys = {}
        with Server("nginx", root=data(name)) as s:
            folder = self.b.collection("%s/%s" % (s.url, name), 1)
            p = PtyProbe([self.apus, folder], env=self.b.env)
            try:
                self.open_body(p)
                for view, key, tag in VIEWS:
                    if key:
                        # The layout may take its time; the answer to the key must not.
                        keys["to %s" % view] = self.pressed(p, key, 1)
                        p.wait_re(r"[ ·]%s[ ·]" % tag, 120)
                        p.quiet(300, 120)
                    for move, count in MOVES:
                        keys["%s in %s" % (move, view)] = self.pressed(p, move, count)
                keys["back to pretty"] = self.pressed(p, "p", 1)
                p.wait(lambda text: " hex" not in text.split("\n")[p.rows - 2], 120)
                p.send(b"tg")
                p.quiet(500, 120)
                for fold, count in FOLDS:
                    keys["%s, folded" % fold] = self.pressed(p, fold, count)
                for line in ("/", "f"):
                    keys[line] = self.pressed(p, line, 1)
                    for c in "$.data" if line == "f" else "needle":
                        keys["%s of what is typed after %s" % (c, line)] = self.pressed(p, c, 1)
                    p.send(b"\x1b")
                    p.quiet(500, 120)
            finally:
                p.close()
            shutil.rmtree(folder)
        return keys

    def open_body(self, p):
        """Sends the only request, and goes into its response when all of it is there."""
        p.wait_text("request 0000", 30)
        p.quiet(200, 30)
        p.send(b"s")
        p.wait_text("200 OK", 120)
        p.send(b"\t\t")
        p.quiet(300, 120)
        p.wait(lambda text: "reading" not in text and "arriving" not in text, 120)
        p.send(b"g")
        p.quiet(300, 60)

    def pressed(self, p, key, count):
        """Presses a key some times, until nothing comes of it any more."""
        rows = []
        while len(rows) < count:
            rows.append(p.press(key, 30, 1.5))
            if rows[-1]["first_ms"] is None:
                break
        return {k: stats([r[k + "_ms"] for r in rows]) for k in ("first", "last")}

    def answers(self, size, keys, small, floor_ms):
        print("\nP12: keys on %s, ms; a whole screen of C ncurses %.2f\n" % (size, floor_ms))
        print("| key | first byte median (max) | last byte median (p95) | last byte on a small body |\n|---|---|---|---|")
        slowest = ("", 0)
        for name, row in keys.items():
            first, last = row["first"], row["last"]
            if first is None:
                continue
            beside = small.get(name, {}).get("last")
            print("| %s | %.2f (%.2f) | %.2f (%.2f) | %s |" % (
                name, first["median"], first["max"], last["median"], last["p95"],
                "-" if beside is None else "%.2f" % beside["median"]), flush=True)
            if first["max"] > slowest[1]:
                slowest = (name, first["max"])
        self.b.out["P12 " + size] = {"keys": keys, "small": small, "floor_ms": floor_ms}
        if size != "100M":
            return
        self.b.gate("P12", "slowest answer to a key (%s), ms" % slowest[0], slowest[1], FRAME_MS)
        for key in ("j", "<PageDown>"):
            mine, own = keys[key + " in pretty"]["last"], small[key + " in pretty"]["last"]
            self.b.gate("P12", "%s p95, x a whole screen of C ncurses" % key, mine["p95"] / floor_ms, 2)
            self.b.gate("P12", "%s median, x a whole screen of C ncurses" % key, mine["median"] / floor_ms, 2, 1)
            if own is not None:
                self.b.gate("P12", "%s, x the same on a small body" % key, mine["median"] / own["median"], 1.5)

    def in_flight(self, size):
        """P12 while other responses come in: keys on a large body, with one and with ten transfers running."""
        name = size + ".json"
        print("\nP12: keys on %s while others come in, ms until the cursor has moved\n" % size)
        print("| in flight | key | median | p95 | max |\n|---|---|---|---|---|")
        worst = 0
        with Server("nginx", root=data(name)) as s:
            url = "%s/%s" % (s.url, name)
            for count, kind in ((1, "stream"), (10, "stream"), (10, "trickle")):
                folder = self.b.collection(url, 1)
                with open(os.path.join(folder, "requests.http"), "a") as f:
                    for i in range(count):
                        f.write("### other %02d\nGET %s/%s/%s\n\n" % (i, s.url, kind, name))
                p = PtyProbe([self.apus, folder], env=self.b.env)
                try:
                    self.open_body(p)
                    p.send(b"\t")
                    p.quiet(200, 30)
                    for _ in range(count):
                        p.send(b"j")
                        p.send(b"s")
                    p.wait_re(r"other %02d" % (count - 1), 30)
                    p.send(b"g" + b"j" * 1 + b"\t\t")
                    self.moved(p, "g")
                    for key, presses in (("j", 20), ("<PageDown>", 8), ("G", 2), ("g", 2)):
                        row = stats([self.moved(p, key) for _ in range(presses)])
                        self.b.out["P12 %d %s %s" % (count, kind, key)] = row
                        if row is None:
                            continue
                        worst = max(worst, row["max"])
                        print("| %d, %s | %s | %.2f | %.2f | %.2f |" % (
                            count, kind, key, row["median"], row["p95"], row["max"]), flush=True)
                finally:
                    p.close()
                shutil.rmtree(folder)
        if size == "100M":
            self.b.gate("P12", "slowest key while others come in, ms", worst, FRAME_MS)

    def moved(self, p, key):
        """From a key until the lower edge of the pane tells the new place; None when it says the same."""
        def edge(text):
            return text.split("\n")[p.rows - 2]
        for _ in range(3):
            try:
                p.quiet(15, 0.3)
            except Timeout:
                break
        before = edge(p.text())
        try:
            return p.until_true(key, lambda text: edge(text) != before, 2)
        except Timeout:
            return None

    # A file, ten times as large

    def file(self, size):
        """apus view on a terminal: the first screen of a file, keys while it is read, and its memory."""
        part = os.path.join(data(size + ".json"), size + ".json")
        f = os.path.join(TMP, "ten-times-%s.json" % size)
        if not os.path.exists(f):
            with open(f + ".part", "wb") as out:
                for i in range(10):
                    out.write(b"," if i else b'{"parts":[')
                    with open(part, "rb") as source:
                        shutil.copyfileobj(source, out, 1 << 20)
                out.write(b"]}")
            os.rename(f + ".part", f)
        first, keys, whole, held, anonymous = [], [], [], [], []
        for _ in range(3):
            p = PtyProbe([self.apus, "view", f], env=self.b.env)
            try:
                first.append(p.since_exec(p.wait_text('"meta"', 60)))
                held.append(self.anonymous(p))
                keys += [self.moved(p, key) for key in ("j", "j", "<PageDown>", "k", "H", "<PageDown>", "p", "j")]
                p.quiet(300, 120)
                whole.append(p.since_exec(p.wait(lambda text: "reading" not in text, 300)))
                anonymous.append(self.anonymous(p))
                keys += [self.moved(p, key) for key in ("G", "g", "j", "<PageDown>")]
            finally:
                p.close()
        megabytes = os.path.getsize(f) / 1e6
        keys = stats(keys)
        print("\napus view of %.0f MB on a terminal\n\n| what | |\n|---|---|" % megabytes)
        print("| exec -> first screen, ms | %.1f |" % median(first))
        print("| its memory beside the file, MB | %.0f |" % median(held))
        print("| exec -> all foldable, ms | %.0f |" % median(whole))
        print("| its memory beside the file, by byte | %.2f |" % (median(anonymous) * 1.048576 / megabytes))
        print("| keys, ms, median (max) | %.2f (%.2f) |" % (keys["median"], keys["max"]), flush=True)
        self.b.out["view " + size] = {"first": first, "whole": whole, "keys": keys, "held": held, "anonymous": anonymous}
        if size == "100M":
            self.b.gate("view", "1 GB file -> first screen, ms", median(first), 1000, 100)
            self.b.gate("view", "memory of its first screen beside the file, MB", median(held), 100)
            self.b.gate("view", "slowest key on it, ms", keys["max"], FRAME_MS)

    def anonymous(self, p):
        """The memory of the program that is not of files, in MB."""
        total = 0
        for pid in p.tree():
            try:
                with open("/proc/%d/status" % pid) as f:
                    total += int(re.search(r"RssAnon:\s+(\d+)", f.read()).group(1)) / 1024
            except (OSError, AttributeError):
                pass
        return total

    # What grows with the body, and how

    def growth(self):
        rows = (("first", "send -> first lines"), ("end", "send -> all foldable"), ("plain", "a page down"),
                ("jump", "to the end"), ("fold", "fold the root"), ("search", "search"), ("filter", "filter"),
                ("rss", "peak RSS, MB"))
        sizes = [s for s in self.sizes if s in self.curves]
        if len(sizes) < 2:
            return
        print("\nBy size, ms\n\n| what | %s |\n|---|%s" % (" | ".join(sizes), "---|" * len(sizes)))
        for key, text in rows:
            print("| %s | %s |" % (text, " | ".join("%.1f" % self.curves[s][key] for s in sizes)), flush=True)
        if "10M" not in sizes or "100M" not in sizes:
            return
        ten, hundred = self.curves["10M"], self.curves["100M"]
        for key, text in (("plain", "a page down"), ("jump", "to the end"), ("fold", "fold the root")):
            self.b.gate("P13", "%s on 100 MB, x on 10 MB" % text, hundred[key] / ten[key], 1.5)
        for key, text in (("end", "all foldable"), ("search", "search"), ("filter", "filter")):
            self.b.gate("growth", "%s on 100 MB, x on 10 MB" % text, hundred[key] / ten[key], 13)
