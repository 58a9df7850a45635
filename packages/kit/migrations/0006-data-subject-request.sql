-- What was answered to requests about a person, by request id and phase: a repeat gets the same answer.
CREATE TABLE data_subject_request (
  tenant_id text NOT NULL,
  request_id text NOT NULL,
  phase text NOT NULL,
  -- SHA-256 of what was asked: the person is not named here
  request_hash bytea NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, request_id, phase)
);
SELECT own_by_tenant('data_subject_request');
