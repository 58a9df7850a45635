import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { audit } from './audit.ts';
import { capacity } from './capacity/capacity.ts';
import { plan } from './capacity/plan-report.ts';
import { consents } from './consents.ts';
import { events, eventsDeliveries, eventsFairness, eventsResume } from './events.ts';
import { benchFga } from './fga/fga.ts';
import type { FgaOptions } from './fga/fga.ts';
import { gateway } from './gateway/gateway.ts';
import { imports } from './import.ts';
import { natsSync } from './nats-sync.ts';
import { scim } from './scim.ts';
import { siem } from './siem/siem.ts';
import type { SiemOptions } from './siem/siem.ts';
import { ssf } from './ssf.ts';
import { tenantctl } from './tenantctl.ts';
import { benchTenants } from './tenants.ts';
import type { TenantsOptions } from './tenants.ts';
import { signIns } from './tokens/sign-ins.ts';
import { tokens } from './tokens/tokens.ts';
import { benchUsers } from './users.ts';

/** Each benchmark resolves to true if every claim holds. */
const benchmarks: Record<
  string,
  (options: FgaOptions & SiemOptions & TenantsOptions) => Promise<boolean>
> = {
  audit,
  capacity,
  consents,
  events,
  'events-deliveries': eventsDeliveries,
  'events-fairness': eventsFairness,
  'events-resume': eventsResume,
  fga: benchFga,
  gateway,
  import: imports,
  'nats-sync': natsSync,
  plan,
  scim,
  'sign-ins': signIns,
  siem,
  ssf,
  tenantctl,
  tenants: benchTenants,
  tokens,
  users: benchUsers,
};

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'string' },
    tenants: { type: 'string' },
    tuples: { type: 'string' },
    quick: { type: 'boolean' },
    only: { type: 'string' },
    peer: { type: 'string' },
    'peer-database': { type: 'string' },
    'peer-binary': { type: 'string' },
    node: { type: 'string' },
  },
});
const unknown = wanted.filter((name) => !Object.hasOwn(benchmarks, name));
if (wanted.length === 0 || unknown.length > 0) {
  console.error(`npm run bench -- NAME...   with ${Object.keys(benchmarks).join(', ')}`);
  process.exit(2);
}
// Everything under measurement starts with this binary; the load generator keeps its own.
if (values.node !== undefined) process.execPath = resolve(values.node);
let holds = true;
for (const name of wanted) if (!(await benchmarks[name]!(values))) holds = false;
process.exit(holds ? 0 : 1);
