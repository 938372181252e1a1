-- What somebody has played: their history, days and words.

-- Daily challenges in the order of the history.
CREATE INDEX challenges_daily ON challenges (tenant_id, starts_at, id) WHERE kind = 'daily';
-- Which challenges somebody has played, without a look at their plays.
CREATE INDEX plays_counted ON plays (tenant_id, user_id) INCLUDE (challenge_id) WHERE counts;
