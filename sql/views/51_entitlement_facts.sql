-- What a user has bought, and whether it is active: neither revoked nor expired.
CREATE VIEW entitlement_facts WITH (security_invoker = true) AS
SELECT
    e.tenant_id,
    e.original_transaction_id,
    e.user_id,
    e.product_id,
    e.type,
    e.environment,
    e.purchased_at,
    e.expires_at,
    e.revoked_at,
    e.revoked_at IS NULL AND (e.expires_at IS NULL OR (SELECT app_now()) < e.expires_at) AS active
FROM entitlements AS e;

GRANT SELECT ON entitlement_facts TO davenport_app;
