import type { ClaimValidatorOf } from '@platform/siblings/claims';
import { Provider, errors } from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { checkDetails, parseDetails } from './authorization-details.ts';
import type { AuthorizationDetail } from './authorization-details.ts';
import type { RequestedApis } from './requested-apis.ts';

const parameter = 'authorization_details';

/** The details that an authorization request asks for, once they are checked. */
export const requestedDetails = ({ oidc }: KoaContextWithOIDC): AuthorizationDetail[] => {
  const value = oidc.params?.[parameter];
  return typeof value === 'string' ? parseDetails(value) : [];
};

/** Checks the parameter of authorization and pushed requests. The library knows only types that its configuration lists. */
export const detailsParameter =
  (apis: RequestedApis, validatorOf: ClaimValidatorOf) =>
  async (ctx: KoaContextWithOIDC, value: unknown): Promise<void> => {
    if (value === undefined) return;
    if (ctx.oidc.route === 'device_authorization')
      throw new errors.InvalidRequest(`${parameter} is not supported for devices`);
    const names = Object.keys(ctx.oidc.resourceServers ?? {});
    const named = await Promise.all(names.map((name) => apis.named(ctx, name)));
    const known = named.filter((api) => api !== undefined);
    checkDetails(parseDetails(String(value)), known, validatorOf);
  };

/** The property of an authorization code with what its user granted: all that the request asked for. */
export function detailsOfCode(): { rar?: AuthorizationDetail[] } {
  const ctx = Provider.ctx as KoaContextWithOIDC | undefined;
  const details = ctx?.oidc ? requestedDetails(ctx) : [];
  return details.length > 0 ? { rar: details } : {};
}
