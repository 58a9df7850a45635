-- People whom a receiver does not want to learn about any more (SSF 1.0 §8.1.3).
CREATE TABLE ssf_removed_subjects (
  tenant_id text NOT NULL,
  receiver_id text NOT NULL COLLATE "C",
  subject_id text NOT NULL COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, receiver_id, subject_id),
  CONSTRAINT ssf_removed_subjects__receiver_fkey FOREIGN KEY (tenant_id, receiver_id) REFERENCES ssf_receivers (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX ssf_removed_subjects__subject ON ssf_removed_subjects (tenant_id, subject_id);
SELECT own_by_tenant('ssf_removed_subjects');
