-- How many people signed in on a day, counted as they sign in: a year of it is read without a look at each of them.
ALTER TABLE login_rollup_daily ADD COLUMN unique_users bigint NOT NULL DEFAULT 0;

ALTER TABLE login_rollup_daily NO FORCE ROW LEVEL SECURITY;
ALTER TABLE login_active_users NO FORCE ROW LEVEL SECURITY;
UPDATE login_rollup_daily r SET unique_users = u.users
  FROM (SELECT tenant_id, day, count(*) AS users FROM login_active_users GROUP BY tenant_id, day) AS u
  WHERE r.tenant_id = u.tenant_id AND r.day = u.day AND r.dimension = 'total' AND r.key = '';
ALTER TABLE login_active_users FORCE ROW LEVEL SECURITY;
ALTER TABLE login_rollup_daily FORCE ROW LEVEL SECURITY;
