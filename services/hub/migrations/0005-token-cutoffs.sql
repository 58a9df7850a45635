-- Tokens issued at or before `not_before` (seconds since the epoch) are worth nothing. Source of the bucket `token-cutoffs`.
CREATE TABLE token_cutoff (
  tenant_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('tenant', 'client', 'subject', 'client_subject', 'token')),
  id text NOT NULL,
  not_before bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT token_cutoff__id_key PRIMARY KEY (tenant_id, kind, id)
);
CREATE INDEX token_cutoff__created_at ON token_cutoff (created_at);
SELECT own_by_tenant('token_cutoff');
SELECT show_to_worker('token_cutoff');
GRANT SELECT, DELETE ON token_cutoff TO {{schema}}_worker;
