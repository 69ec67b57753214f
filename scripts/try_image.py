"""Does what the Dockerfile says, without Docker: builds its stages, and runs the image until it ends.

    sudo python3 scripts/try_image.py [NAME=VALUE]... [-- ARGUMENT...]

Linux and root only. This machine stands for the base image: its file system, with a layer over it that
takes all writes and vanishes at the end, and with this repository hidden. What it shows is that the steps
are right: that the packages have their hashes, that nothing is missing in the image, that its user may do
what it must. The image's entry point gets the arguments and the variables. Its health check runs until it
succeeds once, which is said; SIGTERM is passed on; the status is that of the entry point.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEALTHY = "the health check says: healthy"
_HANDED_ON = re.compile(r"PIP_|SSL_|REQUESTS_|https?_proxy$|no_proxy$", re.I)
"""Variables of this machine that a build gets, too: how packages are reached from here."""


def read_steps(text: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile with what follows each, in one line."""
    kept = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    lines = re.sub(r"\\\n\s*", "", kept).splitlines()
    steps = (line.strip().split(maxsplit=1) for line in lines if line.strip())
    return [(name.upper(), rest) for name, rest in steps]


@dataclass
class Stage:
    """A stage as far as it is built: its file system lies in `root`."""

    root: Path
    env: dict[str, str]
    user: str = "0:0"
    folder: str = "/"
    health: list[str] = field(default_factory=list)
    entry: list[str] = field(default_factory=list)

    def command(self, command: Sequence[str], more: Mapping[str, str]) -> list[str]:
        """How a command is run inside, with `more` variables than those of the image."""
        set_to = [f"{name}={value}" for name, value in {**self.env, **more}.items()]
        inside = ["env", "-i", f"--chdir={self.folder}", *set_to, *command]
        return ["chroot", f"--userspec={self.user}", "--groups=", str(self.root), *inside]


def main(arguments: Sequence[str]) -> int:
    """Build and run; the entry point's status."""
    if os.environ.get("_APART") != "1":  # mounts that nobody else sees, and that end with this process
        os.environ["_APART"] = "1"
        os.execvp("unshare", ["unshare", "--mount", sys.executable, *sys.argv])  # noqa: S606, S607 - ours
    del os.environ["_APART"]
    with tempfile.TemporaryDirectory(prefix="image-") as scratch:
        _mount("tmpfs", Path(scratch), "mode=755")
        try:
            return _run(_build(Path(scratch)), arguments)
        finally:
            subprocess.run(["umount", "--recursive", "--lazy", scratch], check=True)  # noqa: S603, S607 - ours


def _build(scratch: Path) -> Stage:
    stages: dict[str, Stage] = {}
    stage = Stage(scratch, {})
    for name, rest in read_steps((ROOT / "Dockerfile").read_text(encoding="utf-8")):
        print(f"--- {name} {rest}", flush=True)
        if name == "FROM":
            stage = _begin(scratch / str(len(stages)))
            stages[rest.partition(" AS ")[2] or str(len(stages))] = stage
        else:
            _do(stage, name, rest, stages)
    return stage


def _begin(folder: Path) -> Stage:
    """A new stage on this machine's file system, in which this repository is hidden."""
    root = folder / "root"
    for part in ("upper", "work", "root"):
        (folder / part).mkdir(parents=True)
    layers = f"lowerdir=/,upperdir={folder / 'upper'},workdir={folder / 'work'}"
    _mount("overlay", root, layers)
    _mount("tmpfs", root / ROOT.relative_to("/"), "mode=755")
    _mount("proc", root / "proc")
    subprocess.run(["mount", "--rbind", "/dev", str(root / "dev")], check=True)  # noqa: S603, S607 - ours
    python = Path(sys.base_prefix)
    for parent in (python, *python.parents):  # every user may use an image's Python
        inside = root / parent.relative_to("/")
        inside.chmod(inside.stat().st_mode | 0o055)
    return Stage(root, {"PATH": f"{python / 'bin'}:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"})


def _mount(kind: str, where: Path, options: str = "rw") -> None:
    subprocess.run(["mount", "-t", kind, "-o", options, kind, str(where)], check=True)  # noqa: S603, S607 - ours


def _do(stage: Stage, name: str, rest: str, stages: Mapping[str, Stage]) -> None:
    match name:
        case "ENV":
            known = lambda found: stage.env.get(found[1], "")  # noqa: E731 - one expression
            pairs = (pair.split("=", 1) for pair in shlex.split(rest))
            stage.env |= {key: re.sub(r"\$(\w+)", known, value) for key, value in pairs}
        case "RUN":
            handed_on = {key: value for key, value in os.environ.items() if _HANDED_ON.match(key)}
            subprocess.run(stage.command(["/bin/sh", "-c", rest], handed_on), check=True)  # noqa: S603 - ours
        case "COPY":
            _copy(stage, shlex.split(rest), stages)
        case "USER":
            stage.user = rest
        case "WORKDIR":
            stage.folder = rest
        case "ENTRYPOINT":
            stage.entry = json.loads(rest)
        case "HEALTHCHECK":
            stage.health = json.loads(rest.partition("CMD ")[2])
        case "VOLUME" | "STOPSIGNAL":
            pass
        case _:
            raise SystemExit(f"{name} is not known here")


def _copy(stage: Stage, words: list[str], stages: Mapping[str, Stage]) -> None:
    """COPY [--from=STAGE] SOURCE... TARGET; what .dockerignore keeps back everywhere (`**/`) stays here."""
    base = ROOT
    if words[0].startswith("--from="):
        base = stages[words.pop(0).partition("=")[2]].root
    target = stage.root / words[-1].lstrip("/")
    kept_back = re.findall(r"^\*\*/(.+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.M)
    for source in (base / word.lstrip("/") for word in words[:-1]):
        if source.is_dir():
            ignored = shutil.ignore_patterns(*kept_back) if base == ROOT else None
            shutil.copytree(source, target, symlinks=True, ignore=ignored, dirs_exist_ok=True)
        else:
            inside = target / source.name if words[-1].endswith("/") else target
            inside.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, inside)


def _run(stage: Stage, arguments: Sequence[str]) -> int:
    at = arguments.index("--") if "--" in arguments else len(arguments)
    more = dict(pair.split("=", 1) for pair in arguments[:at])
    print(f"--- {shlex.join([*stage.entry, *arguments[at + 1 :]])}", flush=True)
    command = stage.command([*stage.entry, *arguments[at + 1 :]], more)
    with subprocess.Popen(command) as running:  # noqa: S603 - ours
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda number, _frame: running.send_signal(number))
        healthy = False
        while running.poll() is None:
            if not healthy:
                healthy = _is_healthy(stage, more)
            time.sleep(0.2)
        return running.returncode


def _is_healthy(stage: Stage, more: Mapping[str, str]) -> bool:
    check = stage.command(stage.health, more)
    healthy = subprocess.run(check, capture_output=True, check=False).returncode == 0  # noqa: S603 - ours
    if healthy:
        print(HEALTHY, flush=True)
    return healthy


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
