-- People who sign up without an invite choose one of these roles; of none, they get the tenant's usual one.
ALTER TABLE tenants
    ADD COLUMN signup_roles text[] NOT NULL DEFAULT '{}' CHECK (signup_roles <@ ARRAY['member', 'student', 'teacher']);

-- Whether a teacher chose this role at sign-up, and nobody who runs the community has given it to them since.
ALTER TABLE users
    ADD COLUMN chose_role boolean NOT NULL DEFAULT false;
