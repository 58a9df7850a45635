-- Requests about one person, answered once each.
CREATE TABLE data_subject_requests (
  tenant_id text NOT NULL,
  request_id text NOT NULL,
  phase text NOT NULL,
  response jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, request_id, phase)
);
SELECT own_by_tenant('data_subject_requests');
