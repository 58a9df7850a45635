import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AuthorizationResponseError } from 'openid-client';
import { localFetchTrusting } from './local-fetch.ts';
import { DEFAULT_DATA_DIR, authorityFile } from './platform.ts';
import type { Ready } from './platform.ts';
import { signIn, terminalRedirectUri } from './sign-in.ts';

const USAGE = `npm run sign-in -- --tenant SLUG --client ID --user EMAIL --password PASSWORD [options]
  --client ID      a native application with the redirect URI ${terminalRedirectUri}
  --scope 'A B'    what the token is asked for (default: openid)
  --data DIR       data of the platform (default: .platform)`;

function issuerOf(slug: string, dataDir: string): string {
  const file = join(resolve(dataDir), 'ready.json');
  if (!existsSync(file)) throw new Error('No platform is running here: `npm start` first.');
  const { tenants } = JSON.parse(readFileSync(file, 'utf8')) as Ready;
  const slugs = tenants.map((one) => one.slug).join(', ');
  const tenant = tenants.find((one) => one.slug === slug);
  if (!tenant) throw new Error(`There is no tenant ${slug}, only ${slugs}.`);
  return tenant.issuer;
}

/** The certificate authority of a platform that serves TLS. */
function authorityIn(dataDir: string): string | undefined {
  const file = authorityFile(resolve(dataDir));
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** What an application would be told, in one line. */
const reasonOf = (error: unknown): string =>
  error instanceof AuthorizationResponseError
    ? `${error.error}: ${error.error_description ?? ''}`
    : String(error instanceof Error ? error.message : error);

/** `npm run sign-in`. Prints an access token; returns the exit code. */
export async function main(
  args: readonly string[],
  say: (line: string) => void = console.log,
): Promise<number> {
  const text = { type: 'string' } as const;
  const options = {
    tenant: text,
    client: text,
    user: text,
    password: text,
    scope: text,
    data: text,
  };
  try {
    const { values } = parseArgs({ args: [...args], options });
    const { tenant, client, user, password, scope = 'openid', data = DEFAULT_DATA_DIR } = values;
    if (!tenant || !client || !user || !password) throw new Error(USAGE);
    const issuer = issuerOf(tenant, data);
    const fetch = localFetchTrusting(authorityIn(data));
    const request = { issuer, clientId: client, email: user, password, scope, fetch };
    say((await signIn(request)).accessToken);
    return 0;
  } catch (error) {
    console.error(reasonOf(error));
    return 1;
  }
}
