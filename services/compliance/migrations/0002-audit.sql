-- The audit log, its exports, and security events for receivers outside (SSF).

-- The audit log of each tenant: a hash chain without gaps, what of it names people, and signed checkpoints.
CREATE TABLE audit_heads (
  tenant_id text NOT NULL PRIMARY KEY,
  last_seq bigint NOT NULL DEFAULT 0,
  last_hash text NOT NULL,
  -- never goes back, so that the oldest partition always holds the lowest numbers
  last_recorded_at timestamptz NOT NULL DEFAULT '-infinity',
  -- the newest record that a checkpoint seals
  sealed_seq bigint NOT NULL DEFAULT 0,
  -- the newest record that is not kept any more
  trimmed_seq bigint NOT NULL DEFAULT 0,
  trimmed_hash text
);
SELECT own_by_tenant('audit_heads');
CREATE POLICY maintenance ON audit_heads TO CURRENT_USER USING (true) WITH CHECK (true);
SELECT show_to_worker('audit_heads');
GRANT SELECT (tenant_id, last_seq, sealed_seq) ON audit_heads TO {{schema}}_worker;

CREATE TABLE audit_records (
  tenant_id text NOT NULL,
  seq bigint NOT NULL,
  recorded_at timestamptz NOT NULL,
  id text NOT NULL,
  occurred_at timestamptz NOT NULL,
  operation_id text NOT NULL,
  outcome text NOT NULL,
  actor_id text NOT NULL,
  client_id text,
  subject_id text NOT NULL,
  organization_id text,
  -- the text that record_hash is computed of: ids and commitments, nothing that names a person
  fixed text NOT NULL,
  record_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (tenant_id, seq, recorded_at)
) PARTITION BY RANGE (recorded_at);
CREATE INDEX audit_records__actor ON audit_records (tenant_id, actor_id, seq);
CREATE INDEX audit_records__subject ON audit_records (tenant_id, subject_id, seq);
CREATE TABLE audit_records_default PARTITION OF audit_records DEFAULT;
SELECT own_by_tenant('audit_records');

-- What names a person, beside the salt of its commitment: both go when the person is erased, and the chain still verifies.
CREATE TABLE audit_personal (
  tenant_id text NOT NULL,
  seq bigint NOT NULL,
  recorded_at timestamptz NOT NULL,
  actor jsonb,
  actor_salt text,
  subject jsonb,
  subject_salt text,
  details jsonb,
  details_salt text,
  PRIMARY KEY (tenant_id, seq, recorded_at)
) PARTITION BY RANGE (recorded_at);
CREATE TABLE audit_personal_default PARTITION OF audit_personal DEFAULT;
SELECT own_by_tenant('audit_personal');

-- Requests add to the log and never change it; rows go with their month, or with their tenant.
-- Records of the audit log are deleted by the owner of the schema, and of a deleted tenant by its purge: by no other role.
CREATE FUNCTION keep_audit_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
    OR (current_user = '{{schema}}_app' AND EXISTS (SELECT FROM {{schema}}.purged_tenant WHERE tenant_id = OLD.tenant_id)))
  THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the audit log cannot be changed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_audit_records BEFORE UPDATE OR DELETE ON audit_records FOR EACH ROW EXECUTE FUNCTION keep_audit_records();

-- Of what names a person, parts can be removed and nothing else.
CREATE FUNCTION keep_audit_personal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.actor, NEW.actor_salt) IS NOT DISTINCT FROM (OLD.actor, OLD.actor_salt) OR (NEW.actor IS NULL AND NEW.actor_salt IS NULL) THEN
    IF (NEW.subject, NEW.subject_salt) IS NOT DISTINCT FROM (OLD.subject, OLD.subject_salt) OR (NEW.subject IS NULL AND NEW.subject_salt IS NULL) THEN
      IF (NEW.details, NEW.details_salt) IS NOT DISTINCT FROM (OLD.details, OLD.details_salt) OR (NEW.details IS NULL AND NEW.details_salt IS NULL) THEN
        IF (NEW.tenant_id, NEW.seq, NEW.recorded_at) = (OLD.tenant_id, OLD.seq, OLD.recorded_at) THEN RETURN NEW; END IF;
      END IF;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log cannot be changed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_audit_personal BEFORE UPDATE ON audit_personal FOR EACH ROW EXECUTE FUNCTION keep_audit_personal();
CREATE TRIGGER keep_audit_personal_rows BEFORE DELETE ON audit_personal FOR EACH ROW EXECUTE FUNCTION keep_audit_records();

-- Ids that were recorded: a record that comes again is not recorded twice. It is compared with the one in the log; a digest of it would outlive
-- what an erasure removes.
CREATE TABLE audit_seen (
  tenant_id text NOT NULL,
  record_id text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- where the record is in the chain
  seq bigint,
  PRIMARY KEY (tenant_id, record_id)
);
CREATE INDEX audit_seen__age ON audit_seen (seen_at);
SELECT own_by_tenant('audit_seen');
SELECT show_to_worker('audit_seen');
GRANT SELECT (seen_at), DELETE ON audit_seen TO {{schema}}_worker;

-- Signed heads of the chain. They outlive the tenant: the signature is proof, and names nobody.
CREATE TABLE audit_checkpoints (
  tenant_id text NOT NULL,
  seq bigint NOT NULL,
  hash text NOT NULL,
  previous_seq bigint,
  at timestamptz NOT NULL,
  jws text NOT NULL,
  kid text NOT NULL,
  PRIMARY KEY (tenant_id, seq)
);
SELECT own_by_tenant('audit_checkpoints');
-- Deletes checkpoints when the keys that signed them leave the key set. Nobody can delete one that is younger than the records it seals may be.
CREATE INDEX audit_checkpoints__age ON audit_checkpoints (at);
CREATE POLICY worker ON audit_checkpoints FOR SELECT TO {{schema}}_worker USING (true);
CREATE POLICY expired ON audit_checkpoints FOR DELETE TO {{schema}}_worker USING (at < now() - interval '400 days');
GRANT SELECT (at), DELETE ON audit_checkpoints TO {{schema}}_worker;
REVOKE UPDATE, DELETE ON audit_checkpoints FROM {{schema}}_app;

-- People who were erased, by a keyed hash of their id: what arrives later about them is recorded without what names them.
CREATE TABLE audit_erased_people (
  tenant_id text NOT NULL,
  person_hash text NOT NULL,
  erased_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, person_hash)
);
SELECT own_by_tenant('audit_erased_people');
-- Hashes of erased people go when their tombstones do.
CREATE INDEX audit_erased_people__age ON audit_erased_people (erased_at);
SELECT show_to_worker('audit_erased_people');
GRANT SELECT (erased_at), DELETE ON audit_erased_people TO {{schema}}_worker;

-- Notes the end of what is dropped, so that the rest of a chain still verifies.
CREATE FUNCTION audit_records_before_drop(part regclass, until timestamptz) RETURNS boolean LANGUAGE plpgsql SET search_path = {{schema}}, pg_temp AS $$
BEGIN
  EXECUTE format('UPDATE audit_heads h SET trimmed_seq = d.seq, trimmed_hash = d.hash
    FROM (SELECT DISTINCT ON (tenant_id) tenant_id, seq, hash FROM %s WHERE recorded_at < $1 ORDER BY tenant_id, seq DESC) d
    WHERE h.tenant_id = d.tenant_id AND d.seq > h.trimmed_seq', part) USING until;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION audit_records_before_drop FROM PUBLIC;
SELECT partitions_maintain('audit_records', 'month', interval '400 days');
SELECT partitions_maintain('audit_personal', 'month', interval '400 days');

-- Exports of the audit log, and the files that each consists of.
CREATE TABLE audit_exports (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  state text NOT NULL DEFAULT 'PENDING' CONSTRAINT audit_exports__state_check CHECK (state IN ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED')),
  request jsonb NOT NULL,
  -- where its files are: a change of the configuration strands nothing
  location text NOT NULL,
  -- the newest record when it was created
  max_seq bigint NOT NULL,
  scanned_seq bigint NOT NULL,
  records bigint NOT NULL DEFAULT 0,
  manifest_sha256 text,
  error jsonb,
  expires_at timestamptz,
  -- its files were removed
  is_empty boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- the records whose rows are not as they were recorded
  altered_seqs bigint[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX audit_exports__open ON audit_exports (tenant_id) WHERE state IN ('PENDING', 'RUNNING');
CREATE INDEX audit_exports__expiry ON audit_exports (expires_at) WHERE expires_at IS NOT NULL;
SELECT own_by_tenant('audit_exports');
-- Finds exports that ended and still have files, and rows of exports that ended long ago.
CREATE INDEX audit_exports__leftover ON audit_exports (updated_at) WHERE NOT is_empty AND state IN ('FAILED', 'CANCELLED', 'EXPIRED');
CREATE INDEX audit_exports__ended ON audit_exports (updated_at) WHERE is_empty;
SELECT show_to_worker('audit_exports');
GRANT SELECT (tenant_id, id, state, expires_at, is_empty, updated_at) ON audit_exports TO {{schema}}_worker;

CREATE TABLE audit_export_parts (
  tenant_id text NOT NULL,
  export_id text NOT NULL COLLATE "C",
  part integer NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CONSTRAINT audit_export_parts__kind_check CHECK (kind IN ('records', 'chain', 'checkpoints', 'manifest')),
  records bigint NOT NULL,
  bytes bigint NOT NULL,
  sha256 text NOT NULL,
  first_seq bigint NOT NULL,
  last_seq bigint NOT NULL,
  PRIMARY KEY (tenant_id, export_id, part),
  CONSTRAINT audit_export_parts__export_fkey FOREIGN KEY (tenant_id, export_id) REFERENCES audit_exports (tenant_id, id) ON DELETE CASCADE
);
SELECT own_by_tenant('audit_export_parts');

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
  -- when a verification event was last asked for: the minimum interval is counted from it
  verification_asked_at timestamptz,
  -- when the receiver last managed its stream (SSF 1.0 §8.1.1, inactivity_timeout); events that the transmitter sends unasked do not count
  last_managed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT ssf_receivers__name_key UNIQUE (tenant_id, name)
);
CREATE INDEX ssf_receivers__due ON ssf_receivers (due_at) WHERE status = 'enabled' AND due_at IS NOT NULL;
SELECT own_by_tenant('ssf_receivers');
GRANT SELECT (last_managed_at) ON ssf_receivers TO {{schema}}_worker;
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

-- People whom a receiver does not want to learn about any more (SSF 1.0 §8.1.3).
CREATE TABLE ssf_removed_subjects (
  tenant_id text NOT NULL,
  receiver_id text NOT NULL COLLATE "C",
  subject_id text NOT NULL COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, receiver_id, subject_id),
  CONSTRAINT ssf_removed_subjects__receiver_fkey FOREIGN KEY (tenant_id, receiver_id) REFERENCES ssf_receivers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX ssf_removed_subjects__subject ON ssf_removed_subjects (tenant_id, subject_id);
SELECT own_by_tenant('ssf_removed_subjects');
