import type { AccessClaims } from '@platform/kit/auth';
import { errors } from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { RequestedApi } from '../api-resources/granted-scopes.ts';
import type { ClientExtras } from '../oauth-clients/client-source.ts';

const delegateScope = 'platform:tenants.delegate';

/** The verified subject token of an exchange. */
export interface ExchangeSubject {
  claims: AccessClaims;
  scopes: ReadonlySet<string>;
  tenantId: string;
  /** The API of the tenant that the token is for; absent for the management API. */
  api?: RequestedApi;
}

const subjects = new WeakMap<KoaContextWithOIDC, ExchangeSubject>();

/** Keeps the subject of an exchange for the steps that issue its token. */
export const noteSubject = (ctx: KoaContextWithOIDC, subject: ExchangeSubject): void =>
  void subjects.set(ctx, subject);

/** See {@link noteSubject}; undefined for any other request. */
export const exchangeSubject = (ctx: KoaContextWithOIDC): ExchangeSubject | undefined =>
  subjects.get(ctx);

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
