-- Row-level security of creation requests binds the owner too: no definer function looks into them.
ALTER TABLE tenant_request FORCE ROW LEVEL SECURITY;
