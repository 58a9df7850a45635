import type { IncomingMessage } from 'node:http';
import { isId } from '@platform/contracts';
import type { Principal } from '@platform/contracts';
import { serviceToken } from '@platform/kit/auth';
import type { ServiceCaller } from '@platform/kit/auth';
import type { Authenticator } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { actorHeader, principalIn } from './actor-header.ts';

/** Verifies the projected token of a facade. */
export type VerifyFacade = (token: string | undefined) => Promise<ServiceCaller>;

type Request = Pick<IncomingMessage, 'headers' | 'url'>;

const tenantInPath = ({ url = '' }: Request): string | undefined =>
  /^\/internal\/tenants\/([^/?]+)/.exec(url)?.[1];

/** The principal on whose behalf a verified facade calls, of the tenant in the path. @throws 400, 403 */
export function surfacePrincipal(req: Request): Principal {
  const tenantId = tenantInPath(req);
  if (!isId('tenant', tenantId)) throw problem('not_found');
  const principal = principalIn(req.headers[actorHeader]);
  const named = [principal.tenantId, req.headers['x-platform-tenant']];
  if (named.some((each) => each !== tenantId))
    throw problem('tenant_mismatch', {
      detail: 'The path, X-Platform-Tenant and X-Platform-Actor must refer to the same tenant.',
    });
  return principal;
}

/**
 * Authenticates a facade by its projected token. The facade has verified the bearer and its scopes, so the principal in its header
 * is trusted.
 */
export const surfaceAuthenticator = (verify: VerifyFacade): Authenticator<ServiceCaller> => ({
  caller: ({ headers }) => verify(serviceToken(headers.authorization)),
  principal: async ({ req }) => surfacePrincipal(req),
});
