-- Additional addresses that nobody has proven: they reserve nothing, but a person may be asked for by one.
CREATE TABLE user_unverified_emails (
  tenant_id text NOT NULL,
  value text NOT NULL COLLATE "C",
  user_id text NOT NULL COLLATE "C",
  PRIMARY KEY (tenant_id, value, user_id)
);
CREATE INDEX user_unverified_emails__user ON user_unverified_emails (tenant_id, user_id);
SELECT own_by_tenant('user_unverified_emails');
