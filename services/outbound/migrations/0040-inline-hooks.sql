-- Inline hooks. Their signing secrets are rows of webhook_secrets, whose endpoint_id names an endpoint or a hook.
CREATE TABLE hooks (
  tenant_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  stage text NOT NULL CONSTRAINT hooks__stage CHECK (stage IN ('pre_registration', 'login_flow', 'post_login', 'token_issue', 'client_credentials')),
  url text NOT NULL,
  position smallint NOT NULL,
  client_ids text[] NOT NULL,
  failure_mode text NOT NULL CONSTRAINT hooks__failure_mode CHECK (failure_mode IN ('open', 'closed')),
  timeout_ms integer NOT NULL,
  -- sealed JSON, bound to tenant and id
  headers text,
  header_names text[] NOT NULL,
  enabled boolean NOT NULL,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  seal_key_id text GENERATED ALWAYS AS (split_part(headers, '.', 2)) STORED,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX hooks__stage ON hooks (tenant_id, stage, position, id);
SELECT own_by_tenant('hooks');
SELECT show_to_worker('hooks');
GRANT SELECT (tenant_id, seal_key_id) ON hooks TO {{schema}}_worker;
