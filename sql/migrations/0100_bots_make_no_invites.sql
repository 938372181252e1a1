-- A bot makes no invites any more, because they outlive a token that leaks. Those that bots made end.
UPDATE invites AS i SET withdrawn_at = greatest(i.created_at, now())
FROM users AS u
WHERE u.tenant_id = i.tenant_id AND u.id = i.maker_id AND u.bot AND i.withdrawn_at IS NULL AND i.used_count < i.max_uses;
