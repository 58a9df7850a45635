-- What a failed request has collected is kept for a retry, as long as a file is: bundle_expires_at says until when.
UPDATE access_requests SET bundle_expires_at = now() WHERE state = 'FAILED' AND has_objects;
DROP INDEX access_requests__expiring;
CREATE INDEX access_requests__expiring ON access_requests (bundle_expires_at)
  WHERE state IN ('COMPLETED', 'PARTIAL') OR state = 'FAILED' AND has_objects;
DROP INDEX access_requests__leftover;
CREATE INDEX access_requests__leftover ON access_requests (updated_at) WHERE has_objects AND state IN ('CANCELLED', 'EXPIRED');
