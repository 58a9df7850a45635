import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { accessToken } from './access-token.ts';
import { fillTenant } from './demo-lives.ts';
import { managementApi } from './management-api.ts';
import { DEFAULT_DATA_DIR } from './platform.ts';
import { readyIn, tenantNamed } from './ready-platform.ts';
import { openSecrets } from './secrets.ts';

const USAGE = `npm run demo -- [options]
  Fills a demo tenant of the running platform: 2,000 users, 30 organizations, a year of sign-ins,
  webhooks of which some fail, requests in progress. Running it again doubles nothing.
  --tenant SLUG    tenant to fill (default: demo)
  --data DIR       data folder of the platform (default: .platform)
  --help           show this help`;

function read(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      tenant: { ...text, default: 'demo' },
      data: { ...text, default: DEFAULT_DATA_DIR },
      help: { type: 'boolean', default: false },
    },
  });
  return values;
}

/** `npm run demo`. Returns the exit code. */
export async function demoMain(
  args: readonly string[],
  say: (line: string) => void = console.log,
): Promise<number> {
  try {
    const { tenant: slug, data, help } = read(args);
    if (help) {
      say(USAGE);
      return 0;
    }
    const since = Date.now();
    const ready = readyIn(data);
    const tenant = tenantNamed(slug, ready);
    const token = await accessToken(ready.hub, tenant);
    const stores = JSON.parse(readFileSync(join(resolve(data), 'stores.json'), 'utf8')) as {
      postgresUrl: string;
    };
    await fillTenant({
      tenant,
      token,
      api: managementApi(ready.gateway, token),
      gateway: ready.gateway,
      inbox: ready.inbox,
      postgresUrl: stores.postgresUrl,
      password: openSecrets(join(resolve(data), 'secrets.json')).demoPersonPassword,
    });
    const seconds = ((Date.now() - since) / 1_000).toFixed(1);
    say(`The tenant ${slug} is filled (${seconds} s): ${tenant.issuer}/console`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}
