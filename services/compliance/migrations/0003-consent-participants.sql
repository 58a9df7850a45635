-- Who gave or recorded a decision in the consent of somebody else: an erasure finds these consents here.
CREATE TABLE consent_participants (
  tenant_id text NOT NULL,
  person_id text NOT NULL,
  consent_id text NOT NULL COLLATE "C",
  PRIMARY KEY (tenant_id, consent_id, person_id),
  CONSTRAINT consent_participants__consent_fkey FOREIGN KEY (tenant_id, consent_id) REFERENCES consents (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX consent_participants__person ON consent_participants (tenant_id, person_id, consent_id);
SELECT own_by_tenant('consent_participants');

-- Triggered, because releases that are still running write entries, too.
CREATE FUNCTION consent_participants_of(personal jsonb) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT id FROM (VALUES
    (CASE WHEN personal #>> '{actor,type}' = 'user' THEN personal #>> '{actor,id}' END),
    (personal #>> '{givenBy,id}')) AS named (id)
  WHERE id <> personal ->> 'subjectId'
$$;
CREATE FUNCTION note_consent_participants() RETURNS trigger LANGUAGE plpgsql SET search_path = {{schema}}, pg_temp AS $$
BEGIN
  INSERT INTO consent_participants (tenant_id, person_id, consent_id)
  SELECT NEW.tenant_id, person_id, NEW.consent_id FROM consent_participants_of(NEW.personal) AS person_id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER note_consent_participants AFTER INSERT ON consent_history FOR EACH ROW
WHEN ((NEW.personal #>> '{actor,type}' = 'user' AND NEW.personal #>> '{actor,id}' <> NEW.personal ->> 'subjectId')
  OR NEW.personal #>> '{givenBy,id}' <> NEW.personal ->> 'subjectId')
EXECUTE FUNCTION note_consent_participants();

ALTER TABLE consents NO FORCE ROW LEVEL SECURITY;
ALTER TABLE consent_history NO FORCE ROW LEVEL SECURITY;
ALTER TABLE consent_participants NO FORCE ROW LEVEL SECURITY;
INSERT INTO consent_participants (tenant_id, person_id, consent_id)
SELECT DISTINCT tenant_id, person_id, consent_id FROM consent_history, consent_participants_of(personal) AS person_id;
ALTER TABLE consent_participants FORCE ROW LEVEL SECURITY;
ALTER TABLE consent_history FORCE ROW LEVEL SECURITY;
ALTER TABLE consents FORCE ROW LEVEL SECURITY;

-- An entry can also lose the id of another person who acted; with the salt gone, its commitment does not tell the id.
CREATE OR REPLACE FUNCTION keep_consent_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.salt IS NULL
       AND (NEW.personal IS NULL OR (
         NEW.personal - 'actor' - 'givenBy' = OLD.personal - 'actor' - 'givenBy'
         AND NEW.personal -> 'actor' IN (OLD.personal -> 'actor', jsonb_build_object('type', OLD.personal #> '{actor,type}', 'id', 'erased'))
         AND NEW.personal -> 'givenBy' IN (OLD.personal -> 'givenBy', jsonb_build_object('type', OLD.personal #> '{givenBy,type}', 'id', 'erased'))))
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
