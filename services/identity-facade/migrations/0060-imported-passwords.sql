-- Tells passwords that an import brought, which a later import replaces, from those that were set here, which none does.
ALTER TABLE password_credentials
  -- when the directory received the password; null: it was set here
  ADD COLUMN imported_as_of timestamptz;
