import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlatformPorts, PortedService } from './platform-ports.ts';
import { assertPortFree } from './ports.ts';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

/** The compiled main file of a service. */
export const builtMainFile = (name: PortedService): string =>
  join(REPOSITORY, name === 'gateway' ? 'gateway' : join('services', name), 'dist', 'main.js');

/** @throws if a service is not compiled */
export const assertBuilt = (
  services: readonly PortedService[],
  mainFile: (name: PortedService) => string,
): void => {
  for (const name of services) {
    if (!existsSync(mainFile(name)))
      throw new Error(
        `${name} has not been built: ${mainFile(name)} does not exist. Run \`npm run build\`.`,
      );
  }
};

/** @throws if another process uses a port that the platform needs */
export const assertPortsFree = async (
  ports: PlatformPorts,
  services: readonly PortedService[],
  tls: boolean,
): Promise<void> => {
  if (tls) await assertPortFree(ports.tls, 'the hub over TLS');
  if (services.includes('hub')) await assertPortFree(ports.edge, 'the hub');
  for (const name of services) {
    const { http, admin, grpc } = ports[name];
    for (const port of name === 'gateway' ? [http, admin] : [http, admin, grpc])
      await assertPortFree(port, name);
  }
  await assertPortFree(ports.smtp, 'the mailbox');
  await assertPortFree(ports.inbox, 'the inbox');
  await assertPortFree(ports.application, 'the demo application');
};
