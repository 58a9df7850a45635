-- When receivers of security events act by themselves: what the transmitter sends unasked does not count.
ALTER TABLE ssf_receivers
  -- when a verification event was last asked for: the minimum interval is counted from it
  ADD COLUMN verification_asked_at timestamptz,
  -- when the receiver last managed its stream (SSF 1.0 §8.1.1, inactivity_timeout)
  ADD COLUMN last_managed_at timestamptz;
GRANT SELECT (last_managed_at) ON ssf_receivers TO {{schema}}_worker;
