-- Hashes of erased people go when their tombstones do.
CREATE INDEX audit_erased_people__age ON audit_erased_people (erased_at);
SELECT show_to_worker('audit_erased_people');
GRANT SELECT (erased_at), DELETE ON audit_erased_people TO {{schema}}_worker;
