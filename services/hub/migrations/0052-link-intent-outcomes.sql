-- What the directory answered when a link intent was redeemed; null until it has.
ALTER TABLE account_link_intent
  ADD COLUMN outcome text CONSTRAINT account_link_intent__outcome_check CHECK (outcome IN ('accepted', 'expired', 'revoked', 'used'));
