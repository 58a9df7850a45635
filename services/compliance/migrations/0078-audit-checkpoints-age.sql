-- Deletes checkpoints when the keys that signed them leave the key set. Nobody can delete one that is younger than the records it seals may be.
CREATE INDEX audit_checkpoints__age ON audit_checkpoints (at);
CREATE POLICY worker ON audit_checkpoints FOR SELECT TO {{schema}}_worker USING (true);
CREATE POLICY expired ON audit_checkpoints FOR DELETE TO {{schema}}_worker USING (at < now() - interval '400 days');
GRANT SELECT (at), DELETE ON audit_checkpoints TO {{schema}}_worker;
