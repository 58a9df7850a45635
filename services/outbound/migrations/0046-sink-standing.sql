-- Sinks that fail or are slow wait apart from those that are served in time.
ALTER TABLE siem_cursors
  ADD COLUMN is_slow boolean NOT NULL DEFAULT false,
  ADD COLUMN standing text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN consecutive_failures > 0 OR is_slow THEN 'poor' WHEN last_success_at IS NULL THEN 'new' ELSE 'good' END) STORED;
GRANT SELECT (standing) ON siem_cursors TO {{schema}}_worker;
DROP INDEX siem_cursors__due;
CREATE INDEX siem_cursors__due ON siem_cursors (standing, next_due_at) WHERE next_due_at IS NOT NULL AND active AND NOT suspended AND NOT unentitled;
