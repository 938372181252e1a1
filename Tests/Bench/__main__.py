"""The main program of bin/bench: PYTHONPATH=Tests python3 Tests/Bench ARGUMENTS. settings.py reads the arguments."""

import signal
import sys
import types

from settings import Settings, measurement, parse

from tools.failure import Failure, Stopped, say

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def _stop(number: int, _: types.FrameType | None) -> None:
    raise Stopped(number)


def _measure(words: list[str]) -> None:
    asked = parse(words)
    result = measurement(asked).measure(Settings.read(asked))
    print(result.text)
    if result.missed:
        raise Failure(f"These miss what they must reach: {', '.join(result.missed)}.")
    if asked.save:
        # Import this after the signal handlers are set, so that they handle a signal from the start.
        from report import save

        save(result)
        say("Wrote the figures into docs.")


def main(words: list[str]) -> int:
    """Runs the requested measurement, and returns the exit status."""
    try:
        for number in SIGNALS:
            # A signal that the caller ignores, as nohup does, stays ignored.
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, _stop)
        _measure(words)
    except Failure as failure:
        say(f"bin/bench: {failure}")
        return 1
    except OSError as error:
        say(f"bin/bench: {error.filename or 'the system'}: {error.strerror or error}")
        return 1
    except Stopped as stopped:
        say(f"Stopped by {signal.Signals(stopped.signal).name}.")
        return 128 + stopped.signal
    return 0


sys.exit(main(sys.argv[1:]))
