"""What bin/bench runs: python3 Tests/Bench [--quick | push]."""

import signal
import sys
import types

from failure import Failure, Stopped, say

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def _stop(number: int, _: types.FrameType | None) -> None:
    raise Stopped(number)


def _measure(arguments: list[str]) -> None:
    # Imported here: a signal is heeded from the first moment on.
    import community
    import pushes
    from settings import Settings

    settings = Settings.read(quick="--quick" in arguments)
    (pushes if "push" in arguments else community).measure(settings)


def main(arguments: list[str]) -> int:
    """Measures what is asked for. The status to end with."""
    try:
        for number in SIGNALS:
            # What is ignored on purpose, as by nohup, stays so.
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, _stop)
        _measure(arguments)
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
