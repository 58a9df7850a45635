-- Previews of pages with a branding that has not been saved. They live for minutes, and nothing follows from them.

CREATE TABLE login_previews (
  tenant_id text NOT NULL,
  -- SHA-256 of the ticket
  ticket_hash bytea NOT NULL,
  content jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, ticket_hash)
);
CREATE INDEX login_previews__created_at ON login_previews (tenant_id, created_at);
CREATE INDEX login_previews__expires_at ON login_previews (expires_at);
SELECT own_by_tenant('login_previews');
SELECT show_to_worker('login_previews');
GRANT SELECT (expires_at), DELETE ON login_previews TO {{schema}}_worker;
