-- Claim schemas can be limited to the access tokens of some APIs. Empty: all.
ALTER TABLE claim_schemas ADD COLUMN resources text[] NOT NULL DEFAULT '{}';
