-- Consents, and requests of people for erasure of their data and for access to it.

-- What people consent to, version by version, and who is responsible for it.
CREATE TABLE consent_purposes (
  tenant_id text NOT NULL,
  purpose_key text NOT NULL COLLATE "C",
  state text NOT NULL CONSTRAINT consent_purposes__state_check CHECK (state IN ('active', 'retired')),
  source text NOT NULL CONSTRAINT consent_purposes__source_check CHECK (source IN ('declared', 'implicit')),
  version integer NOT NULL,
  min_version integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, purpose_key)
);
SELECT own_by_tenant('consent_purposes');

CREATE TABLE consent_purpose_versions (
  tenant_id text NOT NULL,
  purpose_key text NOT NULL COLLATE "C",
  version integer NOT NULL,
  content jsonb NOT NULL,
  translations jsonb NOT NULL,
  requires_reconsent boolean NOT NULL,
  effective_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, purpose_key, version),
  CONSTRAINT consent_purpose_versions__purpose_fkey FOREIGN KEY (tenant_id, purpose_key) REFERENCES consent_purposes (tenant_id, purpose_key)
);
SELECT own_by_tenant('consent_purpose_versions');

CREATE TABLE compliance_profiles (
  tenant_id text NOT NULL PRIMARY KEY,
  content jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT own_by_tenant('compliance_profiles');

-- Legal documents of applications: their versions, what is active in each locale, and from which version people have to agree again.
CREATE TABLE legal_documents (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  client_id text NOT NULL,
  doc_type text NOT NULL COLLATE "C",
  locale text NOT NULL COLLATE "C",
  version integer NOT NULL,
  version_label text,
  title text NOT NULL,
  content text,
  content_url text,
  content_bytes integer,
  sha256 text NOT NULL,
  change_summary text,
  requires_reconsent boolean NOT NULL,
  effective_at timestamptz,
  purpose_keys text[] NOT NULL,
  state text NOT NULL DEFAULT 'draft' CONSTRAINT legal_documents__state_check CHECK (state IN ('draft', 'active', 'retired')),
  activated_at timestamptz,
  activated_by jsonb,
  retired_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT legal_documents__version_key UNIQUE (tenant_id, client_id, doc_type, locale, version)
);
CREATE UNIQUE INDEX legal_documents__active_key ON legal_documents (tenant_id, client_id, doc_type, locale) WHERE state = 'active';
CREATE INDEX legal_documents__list ON legal_documents (tenant_id, client_id, doc_type, id);
SELECT own_by_tenant('legal_documents');

-- One row for each locale of a type: activations take turns on it.
CREATE TABLE legal_slots (
  tenant_id text NOT NULL,
  client_id text NOT NULL,
  doc_type text NOT NULL COLLATE "C",
  locale text NOT NULL COLLATE "C",
  -- the highest version that was ever active
  activated_version integer,
  PRIMARY KEY (tenant_id, client_id, doc_type, locale)
);
SELECT own_by_tenant('legal_slots');

-- Versions that people who agreed to an earlier one have to agree to.
CREATE TABLE legal_floors (
  tenant_id text NOT NULL,
  client_id text NOT NULL,
  doc_type text NOT NULL COLLATE "C",
  locale text NOT NULL COLLATE "C",
  version integer NOT NULL,
  effective_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, client_id, doc_type, locale, version)
);
SELECT own_by_tenant('legal_floors');

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

-- Erasure of people: requests, holds, what each service did, and the tombstones that remain.
CREATE TABLE erasure_requests (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  state text NOT NULL,
  subject_type text NOT NULL,
  -- HMAC of the person's main identifier: stands for the person when all else is gone
  subject_hash text NOT NULL COLLATE "C",
  -- null once the request is COMPLETED, and for people who have no account
  user_id text,
  -- the identifiers as they were at creation; null at the end
  identifiers_sealed text,
  seal_key_id text GENERATED ALWAYS AS (split_part(identifiers_sealed, '.', 2)) STORED,
  reason text NOT NULL,
  requested_by text NOT NULL,
  regulation text NOT NULL,
  identity_verification text NOT NULL,
  external_reference text,
  note text,
  received_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  deactivated_at timestamptz,
  grace_ends_at timestamptz,
  erasure_started_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  -- the start of the unbroken chain of holds, or of the first erasure that could not begin
  held_since timestamptz,
  deferred_at timestamptz,
  reminders integer NOT NULL DEFAULT 0,
  is_stalled boolean NOT NULL DEFAULT false,
  certificate jsonb,
  certificate_jws text,
  certificate_kid text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Drives of one tenant run at once, and those of one request do not: the request names the job that drives it.
  driver text,
  -- something changed since the driver has read the request
  is_nudged boolean NOT NULL DEFAULT false,
  -- how many drives have ended: the next nudge enqueues another job, even while the row of the last one says that it runs
  drives integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT erasure_requests__state_check CHECK (state IN
    ('RECEIVED', 'DEACTIVATING', 'DEACTIVATED', 'HELD', 'DEFERRED', 'ERASING', 'COMPLETED', 'CANCELLING', 'CANCELLED')),
  CONSTRAINT erasure_requests__certificate_check CHECK ((state = 'COMPLETED') = (certificate_jws IS NOT NULL)),
  CONSTRAINT erasure_requests__forgotten_check CHECK (state NOT IN ('COMPLETED', 'CANCELLED') OR identifiers_sealed IS NULL)
);
CREATE UNIQUE INDEX erasure_requests__open_key ON erasure_requests (tenant_id, subject_hash)
  WHERE state NOT IN ('COMPLETED', 'CANCELLED');
CREATE INDEX erasure_requests__subject ON erasure_requests (tenant_id, subject_hash, id);
CREATE INDEX erasure_requests__open ON erasure_requests (tenant_id, id) WHERE state NOT IN ('COMPLETED', 'CANCELLED');
CREATE INDEX erasure_requests__ended ON erasure_requests (updated_at) WHERE state IN ('COMPLETED', 'CANCELLED');
SELECT own_by_tenant('erasure_requests');
SELECT show_to_worker('erasure_requests');
GRANT SELECT (tenant_id, id, state, updated_at, seal_key_id) ON erasure_requests TO {{schema}}_worker;

-- Hashes of the identifiers of a person: what imports and sign-ups are compared with.
CREATE TABLE erasure_identifiers (
  tenant_id text NOT NULL,
  identifier_hash text NOT NULL COLLATE "C",
  request_id text NOT NULL COLLATE "C",
  PRIMARY KEY (tenant_id, identifier_hash, request_id),
  CONSTRAINT erasure_identifiers__request_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES erasure_requests (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX erasure_identifiers__request ON erasure_identifiers (tenant_id, request_id);
SELECT own_by_tenant('erasure_identifiers');

CREATE TABLE erasure_holds (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  request_id text NOT NULL COLLATE "C",
  state text NOT NULL,
  -- 'api', or who is asked at the gate: the id of a veto client, the name of a service
  source text NOT NULL,
  source_id text NOT NULL DEFAULT '',
  reason_code text NOT NULL,
  reason text NOT NULL,
  external_reference text,
  raised_by jsonb NOT NULL,
  raised_at timestamptz NOT NULL,
  expires_at timestamptz,
  lifted_by jsonb,
  lifted_at timestamptz,
  -- lifted by a person against its source, which is not asked again
  is_overridden boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT erasure_holds__state_check CHECK (state IN ('active', 'lifted', 'expired')),
  CONSTRAINT erasure_holds__source_check CHECK (source IN ('api', 'veto', 'service')),
  CONSTRAINT erasure_holds__request_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES erasure_requests (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX erasure_holds__request ON erasure_holds (tenant_id, request_id, id);
CREATE UNIQUE INDEX erasure_holds__source_key ON erasure_holds (tenant_id, request_id, source, source_id)
  WHERE state = 'active' AND source <> 'api';
SELECT own_by_tenant('erasure_holds');

-- What each service did in each phase: its own receipt.
CREATE TABLE erasure_tasks (
  tenant_id text NOT NULL,
  request_id text NOT NULL COLLATE "C",
  phase text NOT NULL,
  peer text NOT NULL,
  outcome text NOT NULL DEFAULT 'PENDING',
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  items jsonb NOT NULL DEFAULT '[]',
  completed_at timestamptz,
  PRIMARY KEY (tenant_id, request_id, phase, peer),
  CONSTRAINT erasure_tasks__phase_check CHECK (phase IN ('deactivate', 'erase', 'reactivate')),
  CONSTRAINT erasure_tasks__outcome_check CHECK (outcome IN ('PENDING', 'DONE', 'NOTHING_FOUND', 'BLOCKED', 'FAILED')),
  CONSTRAINT erasure_tasks__request_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES erasure_requests (tenant_id, id) ON DELETE CASCADE
);
SELECT own_by_tenant('erasure_tasks');

CREATE TABLE erasure_veto_clients (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  name text NOT NULL,
  url text NOT NULL,
  on_timeout text NOT NULL,
  secret_sealed text NOT NULL,
  secret_last4 text NOT NULL,
  seal_key_id text GENERATED ALWAYS AS (split_part(secret_sealed, '.', 2)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT erasure_veto_clients__on_timeout_check CHECK (on_timeout IN ('hold', 'allow'))
);
CREATE UNIQUE INDEX erasure_veto_clients__name_key ON erasure_veto_clients (tenant_id, name);
SELECT own_by_tenant('erasure_veto_clients');
SELECT show_to_worker('erasure_veto_clients');
GRANT SELECT (tenant_id, seal_key_id) ON erasure_veto_clients TO {{schema}}_worker;

-- Requests of people for their data, what each service contributed, and the file made of it.
CREATE TABLE access_requests (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  state text NOT NULL,
  kind text NOT NULL,
  subject_type text NOT NULL,
  subject_hash text NOT NULL COLLATE "C",
  -- what services are asked with: a user id, or a key of the tenant's own; null once the person was erased
  subject_id text,
  requested_by text NOT NULL,
  regulation text NOT NULL,
  identity_verification text NOT NULL,
  external_reference text,
  note text,
  received_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- where the objects of this request are
  store_location text,
  bundle_bytes bigint,
  bundle_sha256 text,
  bundle_generated_at timestamptz,
  bundle_expires_at timestamptz,
  downloads integer NOT NULL DEFAULT 0,
  -- objects are stored that have to be deleted
  has_objects boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Objects of a request are deleted after its row says so, and a retry may begin meanwhile: it stores its objects in the next round.
  object_round integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT access_requests__state_check CHECK (state IN
    ('PENDING', 'RUNNING', 'COMPLETED', 'PARTIAL', 'FAILED', 'CANCELLED', 'EXPIRED')),
  CONSTRAINT access_requests__bundle_check CHECK (state NOT IN ('COMPLETED', 'PARTIAL') OR bundle_sha256 IS NOT NULL)
);
CREATE UNIQUE INDEX access_requests__open_key ON access_requests (tenant_id, subject_hash) WHERE state IN ('PENDING', 'RUNNING');
CREATE INDEX access_requests__active ON access_requests (tenant_id) WHERE state IN ('PENDING', 'RUNNING');
CREATE INDEX access_requests__subject ON access_requests (tenant_id, subject_hash, id);
-- What a failed request has collected is kept for a retry, as long as a file is: bundle_expires_at says until when.
CREATE INDEX access_requests__expiring ON access_requests (bundle_expires_at)
  WHERE state IN ('COMPLETED', 'PARTIAL') OR state = 'FAILED' AND has_objects;
CREATE INDEX access_requests__leftover ON access_requests (updated_at) WHERE has_objects AND state IN ('CANCELLED', 'EXPIRED');
CREATE INDEX access_requests__ended ON access_requests (updated_at) WHERE NOT has_objects;
SELECT own_by_tenant('access_requests');
SELECT show_to_worker('access_requests');
GRANT SELECT (tenant_id, id, state, bundle_expires_at, has_objects, updated_at) ON access_requests TO {{schema}}_worker;

CREATE TABLE access_parts (
  tenant_id text NOT NULL,
  request_id text NOT NULL COLLATE "C",
  peer text NOT NULL,
  status text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  bytes bigint,
  sha256 text,
  error text,
  fetched_at timestamptz,
  PRIMARY KEY (tenant_id, request_id, peer),
  CONSTRAINT access_parts__status_check CHECK (status IN ('pending', 'ok', 'empty', 'failed', 'disabled')),
  CONSTRAINT access_parts__request_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES access_requests (tenant_id, id) ON DELETE CASCADE
);
SELECT own_by_tenant('access_parts');
