-- What the push worker reads to know whether somebody is still to be reminded to play: who played which day's challenges, whether that is
-- over, and how it ranks. It reads no letters, no moves and no words.

DROP POLICY IF EXISTS push ON challenges;
CREATE POLICY push ON challenges FOR SELECT TO davenport_push USING (true);
GRANT SELECT (tenant_id, id, kind, mode, day) ON challenges TO davenport_push;
DROP POLICY IF EXISTS push ON plays;
CREATE POLICY push ON plays FOR SELECT TO davenport_push USING (true);
GRANT SELECT (tenant_id, challenge_id, user_id, ends_at, finished_at, struck_at, score, counts) ON plays TO davenport_push;
GRANT EXECUTE ON FUNCTION play_grace() TO davenport_push;
