// Imports an archive from standard input; ends, as pods do, when it is killed.
import { createInterface } from 'node:readline';
import { importTenant } from '@platform/data-lifecycle/tenant-move';
import { database } from '@platform/kit/database';
import { parseKeys, secretBox } from '@platform/kit/secrets';
import { silentLog } from '@platform/kit/telemetry';

const { url, tenantId, keys, transferKeys, moved } = JSON.parse(process.argv[2] ?? '{}');
const db = database({
  service: 'shop',
  url,
  schema: 'shop',
  maxConnections: 2,
  statementTimeoutMs: 10_000,
  log: silentLog,
});
for (const column of moved.sealed)
  column.contextOf = (tenant, id) => ({ tenantId: tenant, field: `hook/${id}` });
const boxOf = (given) => secretBox(parseKeys(given, Object.keys(given)[0]));
const lines = createInterface({ input: process.stdin });
await importTenant(
  { service: 'shop', db, secrets: boxOf(keys), moved },
  tenantId,
  boxOf(transferKeys),
  lines,
);
await db.close();
