-- Deletes the reactions to a deleted comment.
CREATE OR REPLACE FUNCTION comment_reactions_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM reactions AS r WHERE r.tenant_id = NEW.tenant_id AND r.comment_id = NEW.id;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION comment_reactions_gone() FROM PUBLIC;

CREATE OR REPLACE TRIGGER comment_reactions_gone AFTER UPDATE OF deleted_at ON comments
    FOR EACH ROW
    WHEN (current_setting('app.importing', true) IS DISTINCT FROM 'on'
        AND NEW.deleted_at IS NOT NULL AND NEW.reaction_emojis IS NOT NULL)
    EXECUTE FUNCTION comment_reactions_gone();
