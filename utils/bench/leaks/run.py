#!/usr/bin/env python3
"""Scores the answers of leak finders for programs with planted leaks."""

import argparse
import json
import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(1, os.path.dirname(HERE))

import ask  # noqa: E402
import inputs  # noqa: E402
import make  # noqa: E402
import score  # noqa: E402
from programs import KINDS, PROGRAMS, SETS, VMS  # noqa: E402

ROWS = {
    "headline": "headline sentences only",
    "first": "first suspect with its lists",
    "headlines": "headline sentences of all suspects",
    "all": "all suspects",
}


def complain(text):
    print("leaks: " + text, file=sys.stderr, flush=True)


def chosen(parser, text, known, what):
    names = text.split(",") if text else list(known)
    for name in names:
        if name not in known:
            parser.error("unknown %s '%s', expected %s" % (what, name, ", ".join(known)))
    return names


def vms_of(program, kind, vms):
    """The VMs for this dump: the requested ones, or the one in the table."""
    if vms:
        return [vm for vm in vms if int(VMS[vm][0]) >= PROGRAMS[program].release]
    return [PROGRAMS[program].vms[kind == "oom"]]


def make_dumps(programs, kinds, vms, fresh):
    """The paths of the dumps, and the number that could not be created."""
    paths, failures = [], 0
    for program in programs:
        for kind in kinds:
            for vm in vms_of(program, kind, vms):
                try:
                    paths.append(make.make(program, kind, vm, fresh, complain))
                except make.Failure as failure:
                    failures += 1
                    complain("%s-%s-%s: %s" % (program, kind, vm, failure))
    return paths, failures


def truth_of(path):
    with open(path[:-len(".hprof")] + ".json", encoding="utf-8") as file:
        return json.load(file)


def answer_of(finder, path, fresh):
    """The suspects that a finder reports. Its output is kept in answers/."""
    name = os.path.basename(path)[:-len(".hprof")]
    kept = os.path.join(make.folder("answers", finder.name), name + ".txt")
    if (fresh or not finder.keep or not os.path.exists(kept)
            or os.path.getmtime(kept) < os.path.getmtime(path)):
        text = finder.ask(path, make.folder("scratch", finder.name))
        with open(kept + ".part", "w", encoding="utf-8") as out:
            out.write(text)
        os.rename(kept + ".part", kept)
    return finder.suspects(finder.read(kept))


def score_all(finders, paths, fresh):
    """[{dump, finder, truth, scores, headline}], and the number without an answer."""
    results, failures = [], 0
    for path in paths:
        truth = truth_of(path)
        for finder in finders:
            entry = {"dump": os.path.basename(path)[:-len(".hprof")], "finder": finder.name,
                     "kind": truth["kind"], "count": truth["count"]}
            try:
                answer = answer_of(finder, path, fresh)
                entry["headlines"] = [suspect.headline for suspect in answer]
                entry["scores"] = score.score(answer, truth)
            except ask.Failure as failure:
                failures += 1
                complain("%s, %s: %s" % (finder.name, entry["dump"], failure))
            results.append(entry)
    return results, failures


def sums(results, finder, part):
    """(points, W) of a finder's part in all dumps with a leak."""
    scores = [r["scores"][part] for r in results
              if r["finder"] == finder and r["kind"] != "control" and "scores" in r]
    return sum(len(s["points"]) for s in scores), sum(len(s["wrong"]) for s in scores)


def elements(results, finder, part):
    return sum("element" in r["scores"][part]["points"] for r in results
               if r["finder"] == finder and r["kind"] != "control" and "scores" in r)


def controls(results, finder):
    scores = [r["scores"]["all"] for r in results
              if r["finder"] == finder and r["kind"] == "control" and "scores" in r]
    return "%d W of %d" % (sum(bool(s["wrong"]) for s in scores), len(scores))


def is_perfect(entry):
    points = 0 if entry["kind"] == "control" else len(score.POINTS)
    return "scores" in entry and not entry["scores"]["all"]["wrong"] and len(
        entry["scores"]["headlines"]["points"]) == points


def table(results, finders):
    leaks = len({r["dump"] for r in results if r["kind"] != "control"})
    rows = [[""] + [finder.title for finder in finders], ["---"] * (len(finders) + 1)]
    for part, title in ROWS.items():
        row = ["%s (of %d)" % (title, 3 * leaks)]
        for finder in finders:
            row.append("%d points, %d W" % sums(results, finder.name, part))
        rows.append(row)
    for part, title in ROWS.items():
        rows.append(["element class named, %s (of %d)" % (title, leaks)] +
                    [str(elements(results, finder.name, part)) for finder in finders])
    rows.append(["controls, all suspects"] +
                [controls(results, finder.name) for finder in finders])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def letters(entry, part):
    """The points won, as H, E and C, and the errors."""
    won = "".join(point[0].upper() if point in entry["scores"][part]["points"] else "-"
                  for point in score.POINTS)
    wrong = ",".join(entry["scores"][part]["wrong"])
    return ("" if entry["kind"] == "control" else won) + (" W:" + wrong if wrong else "")


def details(results):
    """Each answer: points in the four parts, errors, and the first headline."""
    lines = [" | ".join(("dump", "finder") + score.PARTS + ("first headline",))]
    for entry in results:
        if "scores" not in entry:
            lines.append("%(dump)s | %(finder)s | no answer" % entry)
            continue
        first = (entry["headlines"] or ["no suspect"])[0].split("\n")[0]
        lines.append(" | ".join([entry["dump"], entry["finder"]] +
                                [letters(entry, part) for part in score.PARTS] + [first[:150]]))
    return "\n".join(lines)


def score_one(finder, answer, truth):
    """Prints the points of one answer, and the lines that are wrong."""
    suspects = finder.suspects(finder.read(answer))
    with open(truth, encoding="utf-8") as file:
        known = json.load(file)
    for part, result in score.score(suspects, known).items():
        entry = {"scores": {part: result}, "kind": known["kind"]}
        print(("%s: %s" % (part, letters(entry, part).strip())).strip())
        for rule, line in result["wrong"].items():
            print("  %s: %s" % (rule, line.split("\n")[0]))


def main():
    parser = argparse.ArgumentParser(
        prog="utils/bench/leaks/run.py",
        description=__doc__ + """

Makes dumps of small programs that leak, each next to a larger cache with a
limit, and of the same work without the leak ("control"); runs our tool and the
installed peers on them; and prints a table of points. Dumps, with the truth
about each as JSON, and answers are kept in ${HPROF_BENCH_DIR:-/tmp/hprof-bench}/leaks.
Needs Maven, which gets the libraries, and JDKs; takes about 8 GB of disk.""",
        epilog=score.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--list", action="store_true", help="only print programs and VMs")
    parser.add_argument("--set", choices=SETS, default="all",
                        help="programs of this set; the second was written without knowledge of "
                        "the rules by which our tool finds leaks (default all)")
    parser.add_argument("--only", metavar="PROGRAM,...", help="only these programs")
    parser.add_argument("--kinds", metavar="KIND,...", help="of " + ", ".join(KINDS))
    parser.add_argument("--vms", metavar="VM,...",
                        help="run each program with these VMs instead of those of its row")
    parser.add_argument("--make-only", action="store_true", help="create the dumps, and run no finder")
    parser.add_argument("--fresh", action="store_true",
                        help="create all dumps again, and run the peers again")
    parser.add_argument("--tools", metavar="FOLDER",
                        default=os.path.join(inputs.ROOT, "build", "release", "bin"),
                        help="where our tools are (default build/release/bin)")
    parser.add_argument("--finders", metavar="NAME,...", help="of " + ", ".join(ask.FINDERS))
    parser.add_argument("--mat", metavar="FOLDER",
                        help="Memory Analyzer: the folder with its plugins/ and configuration/ "
                        "(default $HPROF_BENCH_DIR/peers/mat)")
    parser.add_argument("--with-peers", action="store_true",
                        help="install hprof-analyzer %s with cargo, and JDK 21 with pip, first"
                        % ask.ANALYZER_VERSION)
    parser.add_argument("--score", nargs=2, metavar=("ANSWER", "TRUTH"),
                        help="only score an answer in a file, of the first of --finders: "
                        "the printed text, or Memory Analyzer's zip")
    parser.add_argument("--details", action="store_true", help="print each answer's points, too")
    parser.add_argument("--expect-all", action="store_true",
                        help="fail unless our headlines have all points and no errors")
    parser.add_argument("--json", metavar="FILE", help="also write all scores to FILE")
    args = parser.parse_args()
    known = [name for name, program in PROGRAMS.items() if program.held_out in SETS[args.set]]
    programs = chosen(parser, args.only, known, "program")
    kinds = chosen(parser, args.kinds, KINDS, "kind")
    names = chosen(parser, args.finders, ask.FINDERS, "finder")
    vms = chosen(parser, args.vms, VMS, "VM") if args.vms else []
    if args.list:
        for name in programs:
            print("%-14s %s (%s)" % (name, PROGRAMS[name].title, ", ".join(PROGRAMS[name].vms)))
        print("\nVMs: " + ", ".join(VMS))
        return 0

    if args.score:
        try:
            score_one(ask.FINDERS[names[0]](args), *args.score)
        except (OSError, ValueError, KeyError, ask.Failure) as error:
            sys.exit("leaks: error: cannot score: %s" % error)
        return 0
    if args.with_peers:
        ask.install_peers(complain)
    paths, failures = make_dumps(programs, kinds, vms, args.fresh)
    if args.make_only:
        print("\n".join(paths))
        return failures != 0
    finders = []
    for name in names:
        finder = ask.FINDERS[name](args)
        if finder.installed():
            finders.append(finder)
        else:
            complain("%s is not installed" % name)
            # A finder requested by name that is missing is an error.
            failures += bool(args.finders) or name == "ours"
    if not paths or not finders:
        sys.exit("leaks: error: nothing to score")
    results, unanswered = score_all(finders, paths, args.fresh)
    print(table(results, finders))
    if args.details:
        print("\n" + details(results))
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump({"schema_version": 1, "results": results}, file, indent=1)
            file.write("\n")
    if args.expect_all:
        missed = [r["dump"] for r in results if r["finder"] == "ours" and not is_perfect(r)]
        for dump in missed:
            complain("%s: the headlines contain errors or lack points" % dump)
        failures += len(missed)
    return failures + unanswered != 0


if __name__ == "__main__":
    sys.exit(main())
