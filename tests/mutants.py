"""Whether the tests see faults: small ones are put into the product, drawn by a seed, and tried one by one.

    python -m tests.mutants --seed 1 --count 60 --under engines/tasse --tests tests/engines tests/cogs

All faults that are drawn are compiled into the product at once, each behind a switch that is off and notes
who comes by, so everything is imported once. From there children are forked: first they play each file of
tests, which tells by which faults each test comes. Then each fault is tried: it is on, and tests that come
by it are played, the nearest and quickest first, until one fails. At the end all these are played without a
fault: a test that fails anyway has seen nothing. A fault by which imports come has a process of its own.

Tests of real processes are left out (wire, kill, browser, long, PostgreSQL): no switch reaches those. The
files `--map` and `--results` keep what is known: only tests that are not in the map are played for it, and
only faults that no test has seen are tried. Whether tests that went away are missed:

    python -m tests.mutants --map /tmp/map --results /tmp/before           # where they still are
    python -m tests.mutants --map /tmp/map --results /tmp/after --killed-in /tmp/before --drawn-at COMMIT

The second tries what was killed then, with the tests that did it first. It draws from the product of then,
and names faults whose function is another one now. None may survive.
"""

import argparse
import ast
import builtins
import copy
import gc
import io
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from itertools import groupby, takewhile
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("engines", "players", "bot", "cogs", "db", "playground")
PYTEST = ("-q", "--tb=no", "-p", "no:cacheprovider", "-k", "not postgres")
PYTEST += ("-m", "not wire and not browser and not kill and not long", "-o", "timeout=60")
OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
TESTS, SECONDS = 60, 4.0
"""So many tests are tried for each fault, and so long ones, by the processor's time when all is sound."""
WORK, WAIT = 60, 300
"""After so many seconds, of work or of waiting, a fault counts as seen: it keeps the tests from ending."""


class Mutant(NamedTuple):
    """A fault: of those that its function could have, the one with this number."""

    path: str
    function: str
    number: int
    line: int
    text: str

    @property
    def key(self) -> str:
        return f"{self.path}:{self.function}:{self.number}"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


class Faults(ast.NodeTransformer):
    """Finds the faults that the functions of a file could have, and puts in those that are wanted.

    What stands outside of functions is mostly tables and types.
    """

    def __init__(self, path: str, wanted: frozenset[str] = frozenset()) -> None:
        self.found: list[Mutant] = []
        self.functions: dict[str, str] = {}
        self._path = path
        self._wanted = wanted
        self._where: list[str] = []
        self._inside = False
        self._numbers: Counter[str] = Counter()

    def visit(self, node: ast.AST) -> ast.AST:
        noted = [(self._note(node, fault), fault) for fault in _faults(node)] if self._inside else []
        wanted = [(mutant.key, copy.deepcopy(fault)) for mutant, fault in noted if mutant.key in self._wanted]
        if isinstance(node, ast.If | ast.While) and not isinstance(node.test, ast.Compare | ast.Constant):
            node.test.is_asked = True
        sound = super().visit(node)
        for key, fault in wanted:
            switch = ast.Call(ast.Name("__is_on__", ast.Load()), [ast.Constant(key)], [])
            is_statement = isinstance(sound, ast.stmt)
            both = ast.If(switch, [fault], [sound]) if is_statement else ast.IfExp(switch, fault, sound)
            sound = ast.copy_location(both, node)
        return sound

    def visit_FunctionDef(self, node: Any) -> ast.AST:
        name = ".".join([*self._where, node.name])
        self.functions[name] = self.functions.get(name, "") + ast.unparse(node)
        return self._enter(node, inside=True)

    def visit_AsyncFunctionDef(self, node: Any) -> ast.AST:
        return self.visit_FunctionDef(node)

    def visit_ClassDef(self, node: Any) -> ast.AST:
        return self._enter(node, inside=False)

    def visit_AnnAssign(self, node: Any) -> ast.AST:
        node.value = node.value and self.visit(node.value)
        return node

    def visit_match_case(self, node: Any) -> ast.AST:
        node.guard = node.guard and self.visit(node.guard)
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def _enter(self, node: Any, *, inside: bool) -> ast.AST:
        outside = self._inside
        self._where.append(node.name)
        self._inside = inside
        node.body = [self.visit(statement) for statement in node.body]
        self._where.pop()
        self._inside = outside
        return node

    def _note(self, node: Any, fault: ast.AST) -> Mutant:
        function = ".".join(self._where)
        self._numbers[function] += 1
        sound, unsound = (" ".join(ast.unparse(each).split())[:60] for each in (node, fault))
        mutant = Mutant(self._path, function, self._numbers[function], node.lineno, f"{sound} -> {unsound}")
        self.found.append(mutant)
        return mutant


def _faults(node: ast.AST) -> Iterator[ast.AST]:
    """What could stand here by mistake."""
    match node:
        case ast.Expr(ast.Constant()) | ast.Return(None) | ast.Return(ast.Constant(None)):
            pass  # a docstring, or nothing to leave out
        case ast.Expr() | ast.Assign() | ast.AugAssign():
            yield ast.Pass()
        case ast.Return():
            yield ast.Return(ast.Constant(None))
        case ast.Compare(left, [operator], right):
            yield ast.Compare(left, [OPPOSITES[type(operator)]()], right)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Constant(value) if type(value) is int:
            yield ast.Constant(value + 1)
        case ast.Constant(value) if type(value) is bool:
            yield ast.Constant(not value)
    if hasattr(node, "is_asked"):
        yield ast.UnaryOp(ast.Not(), node)


def found_in(root: Path, folders: Iterable[str]) -> tuple[list[Mutant], dict[tuple[str, str], str]]:
    """Every fault that these folders could have, and the text of each function."""
    found: list[Mutant] = []
    functions: dict[tuple[str, str], str] = {}
    for file in sorted(file for folder in folders for file in (root / folder).rglob("*.py")):
        faults = Faults(path := file.relative_to(root).as_posix())
        faults.visit(ast.parse(file.read_text(encoding="utf-8")))
        found += faults.found
        functions |= {(path, name): text for name, text in faults.functions.items()}
    return found, functions


def drawn(seed: int, count: int, under: Iterable[str], commit: str) -> Iterator[tuple[Mutant, bool]]:
    """So many faults of the product at this commit, evenly over all; whether each still can be put in."""
    found, functions = now = found_in(ROOT, under)
    if commit:
        with tempfile.TemporaryDirectory() as folder:
            packed = subprocess.run(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE, check=True)
            subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
            found, functions = found_in(Path(folder), under)
    for mutant in Random(seed).sample(found, min(count, len(found))):
        function = mutant.path, mutant.function
        yield mutant, functions[function] == now[1].get(function)


class Switches(MetaPathFinder):
    """Has the product compiled with these faults; one of them may be on."""

    def __init__(self, keys: Iterable[str], on: str = "") -> None:
        self.on = on
        self.passed: set[str] = set()
        _Loader.keys = frozenset(keys)
        self._files = {(ROOT / key.partition(":")[0]).as_posix() for key in _Loader.keys}
        builtins.__is_on__ = self._is_on
        sys.meta_path.insert(0, self)

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target) if fullname.startswith(ROOMS) else None
        if spec is None or spec.origin not in self._files:
            return None
        spec.loader = _Loader(fullname, spec.origin)
        return spec

    def _is_on(self, key: str) -> bool:
        self.passed.add(key)
        return key == self.on


class _Loader(SourceFileLoader):
    keys: frozenset[str]

    def get_code(self, fullname: str) -> Any:
        faults = Faults(Path(self.path).relative_to(ROOT).as_posix(), self.keys)
        tree = faults.visit(ast.parse(self.get_data(self.path)))
        return compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)


class Trial:
    """A run of pytest whose tests are played in forked children, again and again."""

    def __init__(self, mutants: list[Mutant], switches: Switches, asked: argparse.Namespace) -> None:
        self.mutants = mutants
        self.switches = switches
        self.asked = asked
        self.items: dict[str, pytest.Item] = {}
        self.failed = False
        self.known = {"seconds": {}, "passed": {}}
        if Path(asked.map).is_file():
            self.known = json.loads(Path(asked.map).read_text(encoding="utf-8"))
        self.killers = _verdicts(asked.killed_in)

    def pytest_collection(self) -> None:
        """Have an example that fails do: nobody needs the smallest one."""
        import hypothesis  # not sooner: pytest means to rewrite it

        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        hypothesis.settings.register_profile("mutants", hypothesis.settings(), phases=phases)
        hypothesis.settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config.get_terminal_writer()._file = io.StringIO()
        imported = frozenset(self.switches.passed)
        self.items = {i.nodeid: i for i in session.items if "postgres_server" not in i.fixturenames}
        self._know()
        seen = _verdicts(self.asked.results)
        left = [mutant for mutant in self.mutants if not seen.get(mutant.key)]
        by: dict[Mutant, str | None] = {}
        while left:
            for mutant, said in _forked(left, self._try, self.asked.jobs):
                by[mutant] = self._try_alone(mutant) if said == "" and mutant.key in imported else said
                self._tell(mutant, by[mutant])
            killers = sorted({by[mutant] or "" for mutant in left} & self.items.keys())
            ((_, unsound),) = _forked([killers], lambda nodeids: list(self._failing(nodeids)), 1)
            for nodeid in unsound:
                print(f"fails without any fault: {nodeid}")
                del self.items[nodeid]
            left = [mutant for mutant in left if by[mutant] in unsound]
        print(f"{sum(said != '' for said in by.values())} of {len(by)} killed")
        return True

    def _tell(self, mutant: Mutant, by: str | None) -> None:
        print(f"{'survived' if by == '' else 'killed  '} {mutant}", flush=True)
        if self.asked.results:
            line = {"key": mutant.key, "by": "no end" if by is None else by, "mutant": str(mutant)}
            with Path(self.asked.results).open("a", encoding="utf-8") as results:
                print(json.dumps(line), file=results)

    def _know(self) -> None:
        """Play the tests of which nothing is known."""
        unknown = [item for nodeid, item in self.items.items() if nodeid not in self.known["seconds"]]
        files = [list(items) for _, items in groupby(unknown, lambda item: item.nodeid.partition("::")[0])]
        for number, (_, found) in enumerate(_forked(files, self._look, self.asked.jobs), 1):
            for nodeid, (seconds, passed) in (found or {}).items():
                self.known["seconds"][nodeid] = seconds
                self.known["passed"][nodeid] = passed
            if self.asked.map and (number % 10 == 0 or number == len(files)):
                Path(self.asked.map).write_text(json.dumps(self.known), encoding="utf-8")
                print(f"{number} of {len(files)} files of tests are known", flush=True)

    def _look(self, items: list[pytest.Item]) -> dict[str, tuple[float, list[str]]]:
        """How long each test takes, and by which faults it comes; none where it fails anyway."""
        found = {}
        for nodeid, seconds, failed in self._play([item.nodeid for item in items]):
            found[nodeid] = seconds, [] if failed else sorted(self.switches.passed)
        return found

    def _play(self, nodeids: list[str]) -> Iterator[tuple[str, float, bool]]:
        """Each of these tests, so many seconds of work, and whether it failed."""
        for nodeid, following in zip(nodeids, [*nodeids[1:], None], strict=True):
            self.failed = False
            self.switches.passed.clear()
            item, begun = self.items[nodeid], time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following and self.items[following])
            yield nodeid, round(time.process_time() - begun, 4), self.failed

    def _failing(self, nodeids: list[str]) -> Iterator[str]:
        return (nodeid for nodeid, _, failed in self._play(nodeids) if failed)

    def _tests_for(self, mutant: Mutant) -> list[str]:
        """What killed it before, then tests that come by: near and quick ones, first few variants of each."""
        passed, seconds = self.known["passed"], self.known["seconds"]
        come = [nodeid for nodeid in self.items if mutant.key in passed.get(nodeid, ())]
        come.sort(key=lambda nodeid: (-_nearness(mutant.path, nodeid), seconds[nodeid]))
        variants: Counter[str] = Counter()
        late = {}
        for nodeid in come:
            variants[function := nodeid.partition("[")[0]] += 1
            late[nodeid] = variants[function] > 3
        killer = self.killers.get(mutant.key)
        chosen, left = [killer] if killer in self.items else [], SECONDS
        for nodeid in sorted(come, key=late.__getitem__)[:TESTS]:
            if left > 0 and nodeid != killer:
                chosen.append(nodeid)
            left -= seconds[nodeid]
        return chosen

    def _try(self, mutant: Mutant) -> str:
        """The first test that fails with the fault; none if all hold."""
        resource.setrlimit(resource.RLIMIT_CPU, (WORK, WORK))
        limit = threading.Timer(WAIT, os._exit, [1])
        limit.daemon = True
        limit.start()
        self.switches.on = mutant.key
        return next(self._failing(self._tests_for(mutant)), "")

    def _try_alone(self, mutant: Mutant) -> str | None:
        """The same where the fault is on from the start; all near files, if no test is known to come by."""
        near = [nodeid for nodeid in self.items if _nearness(mutant.path, nodeid) > mutant.path.count("/")]
        nodeids = self._tests_for(mutant) or sorted({nodeid.partition("::")[0] for nodeid in near})
        command = [sys.executable, "-m", "tests.mutants", "--on", mutant.key, "--tests", *nodeids]
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=WAIT, check=False)
        except subprocess.TimeoutExpired:
            return None
        return nodeids[0] if done.returncode in (1, 2) else ""


def _nearness(path: str, nodeid: str) -> int:
    """How much of the way to a file of the product is also the way to these tests."""
    one = ["tests", *path.removesuffix(".py").split("/")]
    other = nodeid.partition(".py::")[0].replace("/test_", "/").split("/")
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _forked(things: Iterable[Any], do: Callable[[Any], Any], jobs: int) -> Iterator[tuple[Any, Any]]:
    """What children make of these things, as they end; None from those that did not say."""
    gc.freeze()  # so that children need no memory of their own for what is there
    waiting = iter(things)
    at_work: dict[int, tuple[Any, Any]] = {}
    while True:
        while len(at_work) < jobs and (thing := next(waiting, None)) is not None:
            answer = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed when the child has ended
            if (child := os.fork()) == 0:
                _work(do, thing, answer)
            at_work[child] = thing, answer
        if not at_work:
            return
        child, _ = os.wait()
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        thing, answer = at_work.pop(child)
        with answer:
            answer.seek(0)
            said = json.loads(answer.read() or "null")
        yield thing, said


def _work(do: Callable[[Any], Any], thing: Any, answer: Any) -> None:
    """In the child: do it, say what came of it, and end. Whatever it starts is of its group."""
    os.setpgid(0, 0)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for output in (1, 2):
        os.dup2(nowhere, output)
    try:
        answer.write(json.dumps(do(thing)))
        answer.flush()
    finally:
        os._exit(0)


def _verdicts(results: str) -> dict[str, str]:
    """The last word on each fault: the test that saw it, or nothing."""
    lines = Path(results).read_text(encoding="utf-8").splitlines() if Path(results).is_file() else []
    return {line["key"]: line["by"] for line in map(json.loads, lines)}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--under", nargs="+", default=ROOMS, help="rooms and folders of the product")
    parser.add_argument("--tests", nargs="+", default=["tests"], help="what pytest collects")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--map", default="", help="file: which tests come by which faults")
    parser.add_argument("--results", default="", help="file: a line for each fault")
    parser.add_argument(
        "--killed-in", default="", help="results of an earlier run: try what was killed there"
    )
    parser.add_argument("--drawn-at", default="", help="draw from the product of this commit")
    parser.add_argument("--on", default="", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.on:
        Switches([asked.on], asked.on)
        return int(pytest.main([*PYTEST, "-x", *asked.tests]))
    killed = _verdicts(asked.killed_in)
    mutants = []
    for mutant, still in drawn(asked.seed, asked.count, asked.under, asked.drawn_at):
        if not still:
            print(f"changed  {mutant}")
        elif not asked.killed_in or killed.get(mutant.key):
            mutants.append(mutant)
    trial = Trial(mutants, Switches(mutant.key for mutant in mutants), asked)
    return int(pytest.main([*PYTEST, *asked.tests], plugins=[trial]))


if __name__ == "__main__":
    sys.exit(main())
