-- Whether a suspended tenant is being moved to another deployment. Its requests are then answered as if the server were busy, so that clients
-- try again and find the tenant in its new place.
ALTER TABLE tenants
    ADD COLUMN is_moving boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT tenants_moving_check CHECK (NOT is_moving OR suspended_at IS NOT NULL);
