-- The organization of an invitation does not take the user who has accepted it.
ALTER TABLE account_link_intent DROP CONSTRAINT account_link_intent__outcome_check;
ALTER TABLE account_link_intent ADD CONSTRAINT account_link_intent__outcome_check
  CHECK (outcome IN ('accepted', 'expired', 'revoked', 'used', 'refused'));
