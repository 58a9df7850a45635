-- Consents of people, with a history that can only grow, and signed receipts.
CREATE TABLE consents (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  subject_id text NOT NULL,
  purpose_key text NOT NULL COLLATE "C",
  state text NOT NULL,
  version integer NOT NULL,
  legal_basis text NOT NULL,
  consent_type text NOT NULL,
  client_id text,
  language text NOT NULL,
  jurisdiction text,
  notices jsonb NOT NULL,
  collection_method text NOT NULL,
  -- givenBy, evidence and metadata; null once the person was erased
  personal jsonb,
  given_at timestamptz NOT NULL,
  expires_at timestamptz,
  -- when the state ends by itself: a given consent expires, a requested one is not decided
  due_at timestamptz,
  withdrawn_at timestamptz,
  previous_consent_id text,
  -- a later record of the person and purpose exists
  is_superseded boolean NOT NULL DEFAULT false,
  history_count integer NOT NULL,
  last_at timestamptz NOT NULL,
  last_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT consents__state_check CHECK (state IN ('requested', 'given', 'refused', 'withdrawn', 'expired', 'invalidated'))
) PARTITION BY HASH (tenant_id);
DO $$
BEGIN
  FOR i IN 0..7 LOOP
    EXECUTE format('CREATE TABLE consents_%s PARTITION OF consents FOR VALUES WITH (MODULUS 8, REMAINDER %s)', i, i);
  END LOOP;
END $$;
CREATE UNIQUE INDEX consents__live_key ON consents (tenant_id, subject_id, purpose_key) WHERE state IN ('requested', 'given', 'refused');
CREATE INDEX consents__subject ON consents (tenant_id, subject_id, id);
CREATE INDEX consents__due ON consents (due_at) WHERE state IN ('requested', 'given');
SELECT own_by_tenant('consents');
CREATE INDEX consents__ended ON consents (updated_at) WHERE state IN ('withdrawn', 'expired', 'invalidated');
-- Sweeps find what is due across tenants, and act within each.
SELECT show_to_worker('consents');
GRANT SELECT (tenant_id, id, state, due_at, updated_at) ON consents TO {{schema}}_worker;

-- A live consent is deleted with its tenant alone.
CREATE FUNCTION keep_live_consents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state IN ('withdrawn', 'expired', 'invalidated')
    OR EXISTS (SELECT FROM purged_tenant WHERE tenant_id = OLD.tenant_id)
  THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'a live consent cannot be deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_live_consents BEFORE DELETE ON consents FOR EACH ROW EXECUTE FUNCTION keep_live_consents();

CREATE TABLE consent_history (
  tenant_id text NOT NULL,
  consent_id text NOT NULL COLLATE "C",
  seq integer NOT NULL,
  id text NOT NULL,
  entry jsonb NOT NULL,
  -- what names the person; with its salt it can be removed without breaking the chain
  personal jsonb,
  salt bytea,
  commitment text NOT NULL,
  previous_hash text,
  hash text NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, consent_id, seq),
  CONSTRAINT consent_history__consent_fkey FOREIGN KEY (tenant_id, consent_id) REFERENCES consents (tenant_id, id) ON DELETE CASCADE
) PARTITION BY HASH (tenant_id);
DO $$
BEGIN
  FOR i IN 0..7 LOOP
    EXECUTE format('CREATE TABLE consent_history_%s PARTITION OF consent_history FOR VALUES WITH (MODULUS 8, REMAINDER %s)', i, i);
  END LOOP;
END $$;
SELECT own_by_tenant('consent_history');

-- The history is proof: an entry can lose what names the person, and nothing else of it changes. Rows go with their consent or tenant.
CREATE FUNCTION keep_consent_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.personal IS NULL AND NEW.salt IS NULL
       AND (NEW.tenant_id, NEW.consent_id, NEW.seq, NEW.id, NEW.entry, NEW.commitment, NEW.previous_hash, NEW.hash, NEW.recorded_at)
         IS NOT DISTINCT FROM (OLD.tenant_id, OLD.consent_id, OLD.seq, OLD.id, OLD.entry, OLD.commitment, OLD.previous_hash, OLD.hash, OLD.recorded_at)
    THEN RETURN NEW; END IF;
  ELSIF EXISTS (SELECT FROM purged_tenant WHERE tenant_id = OLD.tenant_id)
    OR NOT EXISTS (SELECT FROM consents WHERE tenant_id = OLD.tenant_id AND id = OLD.consent_id)
  THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the history of consents cannot be changed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER keep_consent_history BEFORE UPDATE OR DELETE ON consent_history FOR EACH ROW EXECUTE FUNCTION keep_consent_history();

-- Which documents people were shown: a document that a consent names is not deleted.
CREATE TABLE consent_notices (
  tenant_id text NOT NULL,
  document_id text NOT NULL COLLATE "C",
  consent_id text NOT NULL COLLATE "C",
  PRIMARY KEY (tenant_id, document_id, consent_id),
  CONSTRAINT consent_notices__document_fkey FOREIGN KEY (tenant_id, document_id) REFERENCES legal_documents (tenant_id, id),
  CONSTRAINT consent_notices__consent_fkey FOREIGN KEY (tenant_id, consent_id) REFERENCES consents (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX consent_notices__consent ON consent_notices (tenant_id, consent_id);
SELECT own_by_tenant('consent_notices');

CREATE TABLE consent_receipts (
  tenant_id text NOT NULL,
  consent_id text NOT NULL COLLATE "C",
  seq integer NOT NULL,
  id text NOT NULL,
  jws text NOT NULL,
  kid text NOT NULL,
  conforms_to text[] NOT NULL,
  missing_fields text[] NOT NULL,
  issued_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, consent_id, seq),
  CONSTRAINT consent_receipts__consent_fkey FOREIGN KEY (tenant_id, consent_id) REFERENCES consents (tenant_id, id) ON DELETE CASCADE
);
SELECT own_by_tenant('consent_receipts');
REVOKE UPDATE ON consent_receipts FROM {{schema}}_app;
