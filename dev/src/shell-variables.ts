import { join } from 'node:path';
import type { DemoTenant } from './demo-tenants.ts';
import type { PlatformPorts } from './platform-ports.ts';

/** The addresses and credentials of a ready platform. */
interface Reachable {
  gateway: string;
  hub: string;
  inbox: string;
  tenants: readonly DemoTenant[];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Directory with an operator's tokens, one file per service. */
const operatorTokens = (dataDir: string): string =>
  join(dataDir, 'cluster', 'tokens', 'platform-operator');

/** The variables for the walk-through of the README and `platformctl`, for the ports of this platform. */
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
