-- Keeps the ids of deleted own challenges, and deletes the notifications about them, both pending and sent ones.
CREATE OR REPLACE FUNCTION challenges_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO deleted_challenges (tenant_id, id) SELECT g.tenant_id, g.id FROM gone AS g WHERE g.kind = 'own' ON CONFLICT DO NOTHING;
    DELETE FROM notifications AS n USING gone AS g
    WHERE n.tenant_id = g.tenant_id AND n.about_id = g.id AND n.kind LIKE 'challenge.%';
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION challenges_gone() FROM PUBLIC;

CREATE OR REPLACE TRIGGER challenges_gone AFTER DELETE ON challenges
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION challenges_gone();
