-- When a tenant was last told that a claims webhook failed: once a minute is enough, however many pods see it.
ALTER TABLE claims_webhook ADD COLUMN failure_told_at timestamptz;
