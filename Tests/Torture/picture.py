"""Draws lines over time as a self-contained SVG."""

import dataclasses
import html

WIDTH, HEIGHT = 440, 250
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 34, 62
COLOURS = ("#00798c", "#d1495b", "#edae49", "#3d405b", "#66a182", "#8d6a9f", "#9c6644", "#2e4057")
INK = "#3d405b"


@dataclasses.dataclass(frozen=True)
class Panel:
    """A diagram of lines on one scale, which begins at 0. A line has a gap where a value is missing."""

    title: str
    lines: dict[str, list[float | None]]


def drawn(title: str, at: list[float], panels: list[Panel]) -> str:
    """Draws the panels, two in a row.

    - at: the minutes of the values.
    """
    rows = (len(panels) + 1) // 2
    width, height = 2 * WIDTH, 40 + rows * HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="sans-serif" '
        f'font-size="11" fill="{INK}">',
        f'<rect width="{width}" height="{height}" rx="12" fill="#ffffff"/>',
        f'<text x="{width / 2:.0f}" y="26" font-size="15" text-anchor="middle">{html.escape(title)}</text>']
    for number, panel in enumerate(panels):
        parts += [f'<g transform="translate({number % 2 * WIDTH} {40 + number // 2 * HEIGHT})">', *_panel(panel, at), "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(panel: Panel, at: list[float]) -> list[str]:
    top = _ceiling(max((value for line in panel.lines.values() for value in line if value is not None), default=1.0))
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    end = max(at[-1], 0.1)

    def place(minute: float, value: float) -> str:
        return f"{LEFT + wide * minute / end:.1f},{TOP + high * (1 - value / top):.1f}"

    parts = [f'<text x="{LEFT}" y="20" font-size="13">{html.escape(panel.title)}</text>']
    for part in range(5):
        y = TOP + high * (1 - part / 4)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{LEFT + wide}" stroke="#e5e5e5"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{top * part / 4:g}</text>')
    parts.append(f'<text x="{LEFT}" y="{TOP + high + 16}">0</text>')
    parts.append(f'<text x="{LEFT + wide}" y="{TOP + high + 16}" text-anchor="end">{end:.0f} minutes</text>')
    across = LEFT
    for number, (name, values) in enumerate(panel.lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        for run in _runs(at, values):
            points = " ".join(place(minute, value) for minute, value in run)
            parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        length = 24 + 6.2 * len(name)
        row, column = divmod(number, 3)
        across = LEFT if column == 0 else across
        y = TOP + high + 33 + 14 * row
        parts.append(f'<path d="M{across:.0f} {y - 4}h12" stroke="{colour}" stroke-width="3"/>')
        parts.append(f'<text x="{across + 16:.0f}" y="{y}">{html.escape(name)}</text>')
        across += length
    return parts


def _runs(at: list[float], values: list[float | None]) -> list[list[tuple[float, float]]]:
    """Splits a line at its gaps."""
    runs: list[list[tuple[float, float]]] = [[]]
    for minute, value in zip(at, values, strict=True):
        if value is None:
            runs.append([])
        else:
            runs[-1].append((minute, value))
    return [run for run in runs if run]


def _ceiling(value: float) -> float:
    """The smallest round number that isn't below the value."""
    step = 1.0
    while step * 10 <= value:
        step *= 10
    while step > value and step > 0.001:
        step /= 10
    return next(step * factor for factor in (1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12) if step * factor >= value * 1.02)
