// `npm run new:migration -- <service> <name>`: the next migration of a service, opening with a sentence to fill in.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.js';

const [service, name] = process.argv.slice(2);
if (!service || !/^[a-z0-9-]+$/.test(name ?? '')) {
  console.error('Usage: npm run new:migration -- <service> <name-in-kebab-case>');
  process.exit(2);
}
const folder = join(root, 'services', service, 'migrations');
const last = Math.max(0, ...readdirSync(folder).map((file) => Number(file.slice(0, 4))));
const file = join(folder, `${String(last + 1).padStart(4, '0')}-${name}.sql`);
writeFileSync(file, '-- One sentence: what this is for.\n');
console.log(file.slice(root.length));
