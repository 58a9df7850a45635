-- The access tokens of a session end with it.
ALTER TABLE token_cutoff DROP CONSTRAINT token_cutoff_kind_check;
ALTER TABLE token_cutoff ADD CONSTRAINT token_cutoff_kind_check
  CHECK (kind IN ('tenant', 'client', 'subject', 'client_subject', 'session', 'token'));
