import type { Platform } from '@platform/kit/service';
import type { HubConfig } from './config.ts';
import { signingKeys } from './signing-keys/signing-keys.ts';
import type { SigningKeys } from './signing-keys/signing-keys.ts';
import { tenantFinder } from './tenants/tenants.ts';
import type { IssuerSettings } from './tenants/tenants.ts';
import type { GetTenant } from '@platform/kit/auth';

/** What verification itself stands on: the hub asks nobody else for tenants and keys. */
export interface Foundation {
  issuers: IssuerSettings;
  getTenant: GetTenant;
  keys: SigningKeys;
}

const made = new WeakMap<object, Foundation>();

/** Made once for a platform, before its verifiers. */
export function foundationOf(
  { db, bus, secrets, log, metrics, common }: Omit<Platform, 'trust'>,
  config: HubConfig,
): Foundation {
  let foundation = made.get(db);
  if (!foundation) {
    const issuers = { platformIssuer: common.issuer, platformDomain: common.platformDomain };
    foundation = {
      issuers,
      getTenant: tenantFinder(db, issuers),
      keys: signingKeys({ db, bus, secrets, log, metrics, rotationMs: config.keyRotation }),
    };
    made.set(db, foundation);
  }
  return foundation;
}
