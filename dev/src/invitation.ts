import { join, relative } from 'node:path';
import type { DemoGround } from './demo-ground.ts';
import { administratorEmail } from './demo-people.ts';
import type { DevPlatform, Ready } from './platform.ts';

const rows = (entries: readonly (readonly [string, string])[]): string[] =>
  entries.map(([name, value]) => `  ${name.padEnd(14)} ${value}`);

/** The path of a file relative to the working directory. */
function pathOf(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}

/** The addresses of the platform, and what to try. */
export const invitation = ({ ready, dataDir }: Pick<DevPlatform, 'ready' | 'dataDir'>): string => {
  const { gateway, hub, inbox, tenants } = ready;
  const addresses = rows([
    ['API', gateway],
    ['API reference', `${gateway}/docs`],
    ['Hub', hub],
    ['Inbox', inbox],
  ]);
  const [tenant] = tenants;
  if (!tenant) return addresses.join('\n');
  const name = tenant.slug.toUpperCase();
  return [
    ...addresses,
    '',
    'Call the API, in a second terminal:',
    `  . ${pathOf(join(dataDir, 'demo.env'))}`,
    `  TOKEN=$(curl -s -u "$${name}_CLIENT_ID:$${name}_CLIENT_SECRET" \\`,
    `    -H 'Host: ${new URL(tenant.issuer).host}' \\`,
    '    -d grant_type=client_credentials "$HUB/oauth2/token" |',
    `    sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    '  curl -s -H "Authorization: Bearer $TOKEN" "$GATEWAY/api/v1/directory/users"',
    '',
    'Operate the platform, in the same terminal:',
    '  npx platformctl tenants list',
    `  npx platformctl entitlements list ${tenant.slug}`,
    '  npx platformctl --help',
  ].join('\n');
};

/** The addresses for people. */
export const invitationOfPeople = (
  { inbox, tenants }: Pick<Ready, 'inbox' | 'tenants'>,
  { person, applications }: Pick<DemoGround, 'person' | 'applications'>,
): string =>
  [
    '',
    'Sign in as a user, in a browser:',
    ...rows([
      ...applications,
      ['user', person.email],
      ['password', person.password],
      ...tenants.slice(0, 1).map(({ issuer }) => ['account', `${issuer}/account`] as const),
      ['inbox', inbox],
    ]),
    '',
    'Administer a tenant, in a browser; the first sign-in adds a second factor:',
    ...rows([
      ...tenants.map(({ slug, issuer }) => [slug, `${issuer}/console`] as const),
      ['administrator', administratorEmail],
      ['password', person.password],
    ]),
  ].join('\n');

/** A warning: the demo tenants have well-known names, and the passwords of their people are printed. */
export const openDoor = (host: string): string =>
  [
    `The API, the hub, the inbox and the demo application listen on ${host}, so`,
    'anyone who can reach this machine can use them. Their URLs contain localhost.',
  ].join('\n');
