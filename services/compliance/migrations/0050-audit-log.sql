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
CREATE FUNCTION keep_audit_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (current_user <> '{{schema}}_app' OR EXISTS (SELECT FROM purged_tenant WHERE tenant_id = OLD.tenant_id))
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

-- Ids that were recorded, and a keyed digest of what: a record that comes again is not recorded twice.
CREATE TABLE audit_seen (
  tenant_id text NOT NULL,
  record_id text NOT NULL,
  digest text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
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
REVOKE UPDATE, DELETE ON audit_checkpoints FROM {{schema}}_app;

-- People who were erased, by a keyed hash of their id: what arrives later about them is recorded without what names them.
CREATE TABLE audit_erased_people (
  tenant_id text NOT NULL,
  person_hash text NOT NULL,
  erased_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, person_hash)
);
SELECT own_by_tenant('audit_erased_people');

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
