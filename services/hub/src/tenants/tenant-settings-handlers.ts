import type {
  TenantSettings,
  UpdateTenantRequest,
  tenantSettingsOperations,
} from '@platform/contracts';
import { given } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { contentVersion } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found } from '@platform/kit/problem';
import { lockExistingTenant } from './tenant-lock.ts';
import { findTenantById, updateTenantSettings } from './tenant-store.ts';
import type { TenantRecord } from './tenant-store.ts';
import { presentTenant } from './tenant-view.ts';
import type { IssuerSettings } from './tenant-view.ts';

const endpointsOf = (issuer: string): TenantSettings['endpoints'] => ({
  issuer,
  discovery: `${issuer}/.well-known/openid-configuration`,
  metadata: `${issuer}/.well-known/oauth-authorization-server`,
  jwks: `${issuer}/oauth2/jwks`,
  documentKeys: `${issuer}/oauth2/document-keys`,
  authorization: `${issuer}/oauth2/authorize`,
  token: `${issuer}/oauth2/token`,
  userinfo: `${issuer}/oauth2/userinfo`,
  endSession: `${issuer}/oauth2/logout`,
});

function asSettings(row: TenantRecord, issuers: IssuerSettings): TenantSettings {
  const {
    issuer,
    owner: _o,
    deletedAt: _d,
    purgedBy: _b,
    purgedAt: _a,
    ...shown
  } = presentTenant(row, issuers);
  return { ...shown, endpoints: endpointsOf(issuer) };
}

async function changeSettings(
  tx: Tx,
  row: TenantRecord,
  { name, contactEmail }: UpdateTenantRequest,
  issuers: IssuerSettings,
): Promise<TenantRecord> {
  const after = {
    name: row.name,
    contactEmail: row.contactEmail,
    ...given({ name, contactEmail }),
  };
  if (after.name === row.name && after.contactEmail === row.contactEmail) return row;
  const changed = await updateTenantSettings(tx, row.id, after);
  await tx.publish({
    type: 'tenant.updated',
    subject: { type: 'tenant', id: row.id },
    data: { tenant: presentTenant(changed, issuers) },
  });
  return changed;
}

/** The handlers of operations on the tenant of the caller. */
export const tenantSettingsHandlers = (
  issuers: IssuerSettings,
): Handlers<typeof tenantSettingsOperations> => ({
  async tenantGet({ tx }) {
    return asSettings(found(await findTenantById(tx, tx.context.tenantId)), issuers);
  },
  async tenantUpdate({ tx, body, ifMatch, audit }) {
    const row = await lockExistingTenant(tx);
    ifMatch(contentVersion(asSettings(row, issuers)));
    audit({ changed: Object.keys(body).map((name) => `/${name}`) });
    return asSettings(await changeSettings(tx, row, body, issuers), issuers);
  },
});
