import type { Platform } from '@platform/kit/service';
import { bootstrap } from '../bootstrap/bootstrap.ts';
import { scopeConformance } from '../bootstrap/scope-conformance.ts';
import type { HubConfig } from '../config.ts';
import { issuerContext } from './issuer-context.ts';

/** Creates the platform's tenant and clients, and checks the scopes of the clients. */
export async function composeInstallation(
  platform: Platform,
  config: HubConfig,
): Promise<ReturnType<typeof scopeConformance>> {
  const { db, bus, log, metrics } = platform;
  const { issuers } = issuerContext(platform, config);
  await bootstrap({
    db,
    bus,
    issuers,
    log,
    previousSecretGraceMs: config.previousSecretGrace,
    print: (line) => void process.stdout.write(line),
    secrets: {
      'self-service-bff': config.bffSecret,
      'platform-cli': config.cliSecret,
      'product-api-internal': config.productApiSecret,
      'broker-provisioner': config.provisionerSecret,
    },
    demo: { enabled: config.demoTenant, secret: config.demoClientSecret },
  });
  const conformance = scopeConformance({
    db,
    log,
    metrics,
    enabled: config.conformanceEnabled,
    failsOnGap: config.conformanceFailsOnGap,
    expected: config.expectedScopes,
    platformClientIds: config.platformClientIds,
  });
  await conformance.check();
  return conformance;
}
