import { requireActive } from '@platform/kit/auth';
import type { BearerVerifier } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { asProblem } from '@platform/kit/problem';
import { errors } from 'oidc-provider';
import type { ClientExtras } from '../oauth-clients/client-source.ts';
import { isCutOff } from '../token-cutoffs/cut-off.ts';

const delegateScope = 'platform:tenants.delegate';

/** The verified subject token of an exchange. */
export interface ExchangeSubject {
  claims: Awaited<ReturnType<BearerVerifier>>['claims'];
  scopes: ReadonlySet<string>;
  tenantId: string;
}

/** Verifies the subject token. @throws `invalid_grant` if it is invalid or revoked */
export async function readSubject(
  { db, verifyBearer }: { db: Pick<Database, 'read'>; verifyBearer: BearerVerifier },
  token: string,
): Promise<ExchangeSubject> {
  try {
    const { claims, principal, tenant } = await verifyBearer(`Bearer ${token}`);
    requireActive(tenant);
    const actor = { type: 'client', id: claims.client_id } as const;
    const isGone = await db.read({ tenantId: tenant.id, actor }, (tx) => isCutOff(tx, claims));
    if (isGone) throw new errors.InvalidGrant('the subject token was revoked');
    return { claims, scopes: principal.scopes, tenantId: tenant.id };
  } catch (error) {
    if (asProblem(error).status >= 500) throw error;
    throw new errors.InvalidGrant('the subject token is not valid');
  }
}

/** Allows an exchange across tenants only to a platform client whose subject token has the delegation scope and whose `audience` is this tenant. */
export function checkExchangeTenant(
  subject: ExchangeSubject,
  tenantId: string,
  { home_tenant: home }: ClientExtras,
  audience?: string,
): void {
  if (subject.tenantId === tenantId) {
    if (audience !== undefined && audience !== tenantId) throw new errors.InvalidTarget();
    return;
  }
  if (audience !== tenantId) throw new errors.InvalidTarget();
  if (home === tenantId || home !== subject.tenantId || !subject.scopes.has(delegateScope))
    throw new errors.InvalidGrant('the subject token belongs to another tenant');
}
