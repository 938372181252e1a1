"""A move of a community that is harmed at one of its steps: the mover or a pod is killed, or a command fails."""

import asyncio
import contextlib
import os
import random
import signal
from typing import TYPE_CHECKING

from pods import Community, Pod

from tools.failure import gist

if TYPE_CHECKING:
    from moves import Moves


#: What happened in a move, as the report counts it, by its harm.
OUTCOMES = {"": "undisturbed", "mover": "mover killed", "source": "source killed", "target": "target killed", "command": "command failed"}


class HarmedMove:
    """One harmed move. At its end the community is in the target, and nowhere else."""

    def __init__(self, moves: "Moves", community: Community, target: Pod, harm: str, chance: random.Random) -> None:
        self._moves, self._site, self._report = moves, moves.site, moves.report
        self._community, self._source, self._target = community, community.pod, target
        self._harm, self._chance = harm, chance
        #: The steps so far, and the one at which the harm happens. The steps take turns.
        self._seen = 0
        self._at = self._report.cycles[OUTCOMES[harm]] % moves.steps if moves.is_long else chance.randrange(moves.steps)

    async def run(self) -> None:
        """Moves the community."""
        await (self._with_failure() if self._harm == "command" else self._with_kill())

    async def _mover(self, *options: str) -> asyncio.subprocess.Process:
        return await self._site.mover(self._community.tenant, self._source.name, self._target.name, *options)

    async def _states(self) -> tuple[dict[str, str], list[str]]:
        """The community's state in each pod that has it, and the pods in which it is open."""
        states = await self._site.states(self._community)
        return states, [name for name, state in states.items() if state == "open"]

    async def _with_failure(self) -> None:
        """Lets one command fail. The community must then be open in one pod. Only if it can't be opened in the target, it is open in none, and
        the next run of the mover opens it there.
        """
        failed = ""

        def step(pod: str, command: str) -> str | None:
            nonlocal failed
            self._seen += 1
            if self._seen != self._at + 1:
                return None
            failed = f"{pod} {command}"
            return "fail"

        self._site.step = step
        mover = await self._mover()
        status = await mover.wait()
        self._site.step = lambda pod, command: None
        states, opened = await self._states()
        closed = not opened and failed.startswith(f"{self._target.name} tenant resume")
        undone = opened == [self._source.name] and self._target.name not in states
        # A pod that doesn't tell its hosts doesn't hinder a move.
        moved = opened == [self._target.name]
        if not (moved and status == 0 or (undone or closed) and status != 0):
            self._report.faults.append(
                f"{self._community.tenant} is {states} after status {status}, since {failed!r} failed: {gist(self._site.said)}")
        if not moved:
            await self._moves.move(self._community, self._target)
        self._community.pod = self._target

    async def _with_kill(self) -> None:
        """Kills the mover or a pod. Then the same command must end the move."""
        victim = {"source": self._source, "target": self._target}.get(self._harm)
        killed, done, go = asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def step(pod: str, command: str) -> None:
            # The mover's process must be known before its first step.
            await go.wait()
            self._seen += 1
            if self._seen != self._at + 1:
                return
            killed.set()
            # In half of the cases the kill comes while the command runs.
            delay = self._chance.choice((0.0, self._chance.uniform(0, 0.4)))
            asyncio.get_running_loop().call_later(delay, lambda: asyncio.ensure_future(kill()))
            if not delay:
                await asyncio.sleep(0.05)

        async def kill() -> None:
            if victim:
                await victim.kill()
            elif mover.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    # Its commands may outlive it, as when only the script is killed, or not.
                    if self._chance.random() < 0.5:
                        os.killpg(mover.pid, signal.SIGKILL)
                    else:
                        mover.kill()
            done.set()

        self._site.step = step
        mover = await self._mover()
        go.set()
        await mover.wait()
        if killed.is_set():
            await done.wait()
        self._site.step = lambda pod, command: None
        if victim and not victim.cluster.program.is_running:
            await victim.start()
        await self._complete()

    async def _complete(self) -> None:
        """Runs one more command after a kill: the same, or in some cases the one that undoes the move, and then the move again."""
        tenant, (_, opened) = self._community.tenant, await self._states()
        undoes = self._chance.random() < 0.3 and self._target.name not in opened
        again = await self._mover(*(["--undo"] if undoes else []))
        status = await again.wait()
        states, opened = await self._states()
        if undoes and self._target.name in opened:
            # A command that outlived the mover has completed the move.
            undoes, status = False, 0
        if status != 0 or len(opened) != 1:
            self._report.faults.append(f"one command after a kill {tenant} is {states}: {gist(self._site.said)}")
        if undoes:
            if self._source.name not in opened:
                self._report.faults.append(f"{tenant} was not opened again in {self._source.name}: {states}")
            self._report.cycles["undone"] += 1
            await self._moves.move(self._community, self._target)
        self._community.pod = self._target
