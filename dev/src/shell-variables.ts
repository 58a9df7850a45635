import { join } from 'node:path';
import type { DemoTenant } from './demo-tenants.ts';
import type { PlatformPorts } from './platform-ports.ts';

/** What of a platform that is ready a shell has to know. */
interface Reachable {
  gateway: string;
  hub: string;
  inbox: string;
  tenants: readonly DemoTenant[];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Where an operator's tokens are, a file for each service. */
const operatorTokens = (dataDir: string): string =>
  join(dataDir, 'cluster', 'tokens', 'platform-operator');

/** What the walk-through of the README and `platformctl` begin with, at whatever ports the platform runs. */
export const shellVariables = (
  { gateway, hub, inbox, tenants }: Reachable,
  { dataDir, ports }: { dataDir: string; ports: PlatformPorts },
): string =>
  [
    `GATEWAY=${gateway}`,
    `HUB=${hub}`,
    `INBOX=${inbox}`,
    `APPLICATION=http://localhost:${ports.application}`,
    ...tenants.flatMap(({ slug, issuer, clientId, clientSecret }) => [
      `${slug.toUpperCase()}_ISSUER=${issuer}`,
      `${slug.toUpperCase()}_CLIENT_ID=${clientId}`,
      `${slug.toUpperCase()}_CLIENT_SECRET=${clientSecret}`,
    ]),
    `export PLATFORMCTL_HUB=localhost:${ports.hub.grpc}`,
    `export PLATFORMCTL_TOKEN_FILE=${quoted(join(operatorTokens(dataDir), 'hub'))}`,
    '',
  ].join('\n');
