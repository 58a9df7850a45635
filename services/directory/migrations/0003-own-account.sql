-- What users keep for themselves: addresses that they are about to verify, and preferences of the web applications.

-- Addresses that users have entered, until the code that was sent there is given. Nobody is found by them, unlike by unverified
-- additional addresses. A row stays for a day after its end, so that the codes of a day can be limited.
CREATE TABLE pending_emails (
  tenant_id text NOT NULL,
  user_id text NOT NULL COLLATE "C",
  -- the id of the contact
  id text NOT NULL COLLATE "C",
  email text NOT NULL,
  -- null once the address was verified or removed
  challenge_id text,
  code_expires_at timestamptz NOT NULL,
  sent_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, user_id, id)
);
CREATE INDEX pending_emails__sent_at ON pending_emails (sent_at);
SELECT own_by_tenant('pending_emails');
SELECT show_to_worker('pending_emails');
GRANT SELECT (sent_at), DELETE ON pending_emails TO {{schema}}_worker;

CREATE TABLE user_preferences (
  tenant_id text NOT NULL,
  user_id text NOT NULL COLLATE "C",
  preferences jsonb NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, user_id)
);
SELECT own_by_tenant('user_preferences');
