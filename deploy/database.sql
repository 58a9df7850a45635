-- Roles of one schema: a login that owns nothing, and the schema's owner.
--   psql "$ADMIN_URL" -v schema=hub -v login_password=… -v owner_password=… -f deploy/database.sql
\set ON_ERROR_STOP on
\set app :schema _app
\set worker :schema _worker
\set login :schema _login
\set owner :schema _owner
CREATE ROLE :"app" NOLOGIN;
CREATE ROLE :"worker" NOLOGIN;
-- NOINHERIT: a connection can do something only after it has taken one of the two roles.
CREATE ROLE :"login" LOGIN NOINHERIT PASSWORD :'login_password';
CREATE ROLE :"owner" LOGIN PASSWORD :'owner_password';
GRANT :"app", :"worker" TO :"login", :"owner";
GRANT CONNECT, CREATE ON DATABASE :"DBNAME" TO :"owner";
GRANT CONNECT ON DATABASE :"DBNAME" TO :"login";
