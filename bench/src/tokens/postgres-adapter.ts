import type { Adapter, AdapterPayload } from 'oidc-provider';
import pg from 'pg';

/** As is usual for a store of the library in PostgreSQL: one table, and a row for each artifact. */
const schema = `CREATE TABLE IF NOT EXISTS artifact (
  model text NOT NULL, id text NOT NULL, payload jsonb NOT NULL, grant_id text, user_code text, uid text,
  consumed_at timestamptz, expires_at timestamptz, PRIMARY KEY (model, id));
CREATE INDEX IF NOT EXISTS artifact_grant ON artifact (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS artifact_user_code ON artifact (user_code) WHERE user_code IS NOT NULL;
CREATE INDEX IF NOT EXISTS artifact_uid ON artifact (uid) WHERE uid IS NOT NULL;
CREATE INDEX IF NOT EXISTS artifact_expiry ON artifact (expires_at);`;

const found = (column: string): string =>
  `SELECT payload, consumed_at FROM artifact WHERE model = $1 AND ${column} = $2 AND (expires_at IS NULL OR expires_at > now())`;

interface Row {
  payload: AdapterPayload;
  consumed_at: Date | null;
}

/** Makes the table where it is missing; returns what the library makes its stores with. Each statement is prepared, and a transaction of its own. */
export async function postgresAdapter(url: string): Promise<(model: string) => Adapter> {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  await pool.query(schema);

  async function run(name: string, text: string, values: unknown[]): Promise<Row[]> {
    return (await pool.query<Row>({ name, text, values })).rows;
  }
  async function find(column: string, model: string, value: string) {
    const [row] = await run(`find by ${column}`, found(column), [model, value]);
    if (!row) return undefined;
    return { ...row.payload, ...(row.consumed_at ? { consumed: true } : {}) };
  }

  return (model) => ({
    find: (id) => find('id', model, id),
    findByUid: (uid) => find('uid', model, uid),
    findByUserCode: (userCode) => find('user_code', model, userCode),
    async upsert(id, payload, expiresIn) {
      const { grantId = null, userCode = null, uid = null } = payload;
      await run(
        'upsert',
        `INSERT INTO artifact (model, id, payload, grant_id, user_code, uid, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
         ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
           user_code = excluded.user_code, uid = excluded.uid, expires_at = excluded.expires_at`,
        [model, id, JSON.stringify(payload), grantId, userCode, uid, expiresIn ?? null],
      );
    },
    async consume(id) {
      await run('consume', 'UPDATE artifact SET consumed_at = now() WHERE model = $1 AND id = $2', [
        model,
        id,
      ]);
    },
    async destroy(id) {
      await run('destroy', 'DELETE FROM artifact WHERE model = $1 AND id = $2', [model, id]);
    },
    async revokeByGrantId(grantId) {
      await run('revoke', 'DELETE FROM artifact WHERE grant_id = $1', [grantId]);
    },
  });
}
