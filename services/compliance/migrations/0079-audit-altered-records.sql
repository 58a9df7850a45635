-- An export names the records whose rows are not as they were recorded.
ALTER TABLE audit_exports ADD COLUMN altered_seqs bigint[] NOT NULL DEFAULT '{}';
