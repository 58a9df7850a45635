-- Receivers of security events (OpenID Shared Signals) and the tokens that are owed to them.
CREATE TABLE ssf_receivers (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  name text NOT NULL,
  description text,
  client_id text,
  audience text[] NOT NULL,
  method text NOT NULL CONSTRAINT ssf_receivers__method_check CHECK (method IN ('push', 'poll')),
  -- push only
  endpoint_url text,
  -- sealed, bound to tenant and id
  authorization_header text,
  seal_key_id text GENERATED ALWAYS AS (split_part(authorization_header, '.', 2)) STORED,
  -- null: every type that is supported
  events_requested text[],
  subject_format text NOT NULL CONSTRAINT ssf_receivers__subject_format_check CHECK (subject_format IN ('iss_sub', 'email', 'complex')),
  -- null: people of every organization, and of none
  organization_ids text[],
  status text NOT NULL CONSTRAINT ssf_receivers__status_check CHECK (status IN ('enabled', 'paused', 'disabled')),
  status_reason text,
  status_changed_by text NOT NULL CONSTRAINT ssf_receivers__status_changed_by_check CHECK (status_changed_by IN ('administrator', 'receiver', 'platform')),
  status_changed_at timestamptz NOT NULL DEFAULT now(),
  verification_state text NOT NULL CONSTRAINT ssf_receivers__verification_check CHECK (verification_state IN ('unverified', 'verified', 'failed')),
  verification_requested_at timestamptz,
  verified_at timestamptz,
  verification_error text,
  -- the number of the newest token, and how many have not ended
  last_seq bigint NOT NULL DEFAULT 0,
  pending_count integer NOT NULL DEFAULT 0,
  consecutive_failures integer NOT NULL DEFAULT 0,
  last_error text,
  last_delivered_at timestamptz,
  last_polled_at timestamptz,
  -- when the next push is due; null: nothing to push
  due_at timestamptz,
  leased_until timestamptz,
  -- counts the workers that held the queue: what a former one writes matches no row
  epoch bigint NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT ssf_receivers__name_key UNIQUE (tenant_id, name)
);
CREATE INDEX ssf_receivers__due ON ssf_receivers (due_at) WHERE status = 'enabled' AND due_at IS NOT NULL;
SELECT own_by_tenant('ssf_receivers');
SELECT show_to_worker('ssf_receivers');
-- Workers find whose queue is due, and who has not been heard of; they see nothing of what is sent, or where.
GRANT SELECT (tenant_id, id, method, seal_key_id, status, status_changed_at, verification_state, verification_requested_at, pending_count,
  consecutive_failures, last_polled_at, due_at, leased_until, epoch), UPDATE (leased_until, epoch) ON ssf_receivers TO {{schema}}_worker;

CREATE TABLE ssf_tokens (
  tenant_id text NOT NULL,
  receiver_id text NOT NULL COLLATE "C",
  seq bigint NOT NULL,
  jti text NOT NULL,
  -- id of the platform event behind it
  txn text,
  event_type text NOT NULL,
  -- 0: of the stream itself, before every event
  rank smallint NOT NULL,
  -- withheld: about an erasure that may still be cancelled
  state text NOT NULL CONSTRAINT ssf_tokens__state_check CHECK (state IN ('withheld', 'pending', 'delivered', 'rejected', 'expired', 'discarded')),
  -- the person that it is about, the claims and the signed token: all three go when it ends
  subject_id text,
  claims jsonb,
  jws text,
  kid text,
  attempts integer NOT NULL DEFAULT 0,
  last_attempt_at timestamptz,
  response_status integer,
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, receiver_id, seq),
  CONSTRAINT ssf_tokens__jti_key UNIQUE (tenant_id, jti),
  CONSTRAINT ssf_tokens__event_key UNIQUE (tenant_id, receiver_id, txn, event_type),
  CONSTRAINT ssf_tokens__receiver_fkey FOREIGN KEY (tenant_id, receiver_id) REFERENCES ssf_receivers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX ssf_tokens__queue ON ssf_tokens (tenant_id, receiver_id, rank, seq) WHERE state = 'pending';
CREATE INDEX ssf_tokens__subject ON ssf_tokens (tenant_id, subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX ssf_tokens__ended ON ssf_tokens (ended_at) WHERE ended_at IS NOT NULL;
SELECT own_by_tenant('ssf_tokens');
SELECT show_to_worker('ssf_tokens');
GRANT SELECT (ended_at), DELETE ON ssf_tokens TO {{schema}}_worker;
