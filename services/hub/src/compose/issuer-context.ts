import type { Platform } from '@platform/kit/service';
import type { HubConfig } from '../config.ts';
import { resourceKeys } from '../signing-keys/resource-keys.ts';
import type { ResourceKeys } from '../signing-keys/resource-keys.ts';
import { signingKeys } from '../signing-keys/signing-keys.ts';
import type { SigningKeys } from '../signing-keys/signing-keys.ts';
import { tenantFinder } from '../tenants/tenants.ts';
import type { IssuerSettings } from '../tenants/tenants.ts';
import type { GetTenant } from '@platform/kit/auth';

/** The tenants and keys that token verification needs. The hub reads them from its own database. */
export interface IssuerContext {
  issuers: IssuerSettings;
  getTenant: GetTenant;
  keys: SigningKeys;
  /** Those of the tenants' own APIs. */
  resourceKeys: ResourceKeys;
}

const made = new WeakMap<object, IssuerContext>();

/** Creates the context once per platform, before its verifiers. */
export function issuerContext(
  { db, bus, secrets, log, metrics, common }: Omit<Platform, 'trust' | 'gateway'>,
  config: HubConfig,
): IssuerContext {
  let context = made.get(db);
  if (!context) {
    const issuers = { platformIssuer: common.issuer, platformDomain: common.platformDomain };
    context = {
      issuers,
      getTenant: tenantFinder(db, issuers),
      keys: signingKeys({ db, bus, secrets, log, metrics, rotationMs: config.keyRotation }),
      resourceKeys: resourceKeys({ db, bus, secrets, log, rotationMs: config.keyRotation }),
    };
    made.set(db, context);
  }
  return context;
}
