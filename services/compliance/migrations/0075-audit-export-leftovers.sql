-- Finds exports that ended and still have files, and rows of exports that ended long ago.
CREATE INDEX audit_exports__leftover ON audit_exports (updated_at) WHERE NOT is_empty AND state IN ('FAILED', 'CANCELLED', 'EXPIRED');
CREATE INDEX audit_exports__ended ON audit_exports (updated_at) WHERE is_empty;
