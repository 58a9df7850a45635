import { events } from './events.ts';
import { gateway } from './gateway/gateway.ts';
import { users } from './users.ts';

/** Each benchmark resolves to true when what is claimed holds. */
const benchmarks: Record<string, () => Promise<boolean>> = { events, gateway, users };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(benchmarks, name));
if (wanted.length === 0 || unknown.length > 0) {
  console.error(`npm run bench -- NAME...   with ${Object.keys(benchmarks).join(', ')}`);
  process.exit(2);
}
let holds = true;
for (const name of wanted) if (!(await benchmarks[name]!())) holds = false;
process.exit(holds ? 0 : 1);
