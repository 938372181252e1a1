"""Missing stamps of challenges, their players and plays."""

from mutant import GAMES, Mutant

_STAMPS = "sql/migrations/0050_play_stamps.sql"


def _mutant(name: str, sentence: str, text: str, replacement: str = "") -> Mutant:
    return Mutant(name, sentence, _STAMPS, text, replacement, suites=(GAMES,))


def _made(name: str, sentence: str, column: str) -> Mutant:
    return _mutant(name, sentence, f"{column} xid8 NOT NULL DEFAULT pg_current_xact_id();", f"{column} xid8 NOT NULL DEFAULT '3'::xid8;")


def _changed(name: str, sentence: str, function: str) -> Mutant:
    begin = f"CREATE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$\nBEGIN\n"
    return _mutant(name, sentence, begin + "    NEW.changed_xid := pg_current_xact_id();\n", begin)


PLAY_STAMPS = [
    _made("challenge-made", "A day's challenge has no stamp.", "ALTER TABLE challenges ADD COLUMN made_xid"),
    _made("player-came", "The joining of a challenge has no stamp.", "ALTER TABLE challenge_players ADD COLUMN changed_xid"),
    _changed("player-changed", "A change of a challenge for a player has no stamp.", "player_changed"),
    _mutant(
        "challenge-changed", "A challenge whose maker is gone does not stamp its players.",
        "    UPDATE challenge_players AS i SET changed_xid = i.changed_xid WHERE i.tenant_id = NEW.tenant_id AND i.challenge_id = NEW.id;\n"),
    _made("play-started", "A play has no stamp when it is started.", "ALTER TABLE plays ADD COLUMN changed_xid"),
    _changed("play-changed", "A play has no stamp when it is saved, finished or struck.", "play_changed"),
]
