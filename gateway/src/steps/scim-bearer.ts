import { scimBearerDigest } from '@platform/kit/auth';
import { problem } from '@platform/kit/problem';
import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';

const bearerForm = /^bearer +(\S+)$/i;

/** The same response for every bearer that does not open the directory, regardless of the reason. */
function unauthorized(code: 'token_missing' | 'token_invalid') {
  const error = code === 'token_missing' ? '' : ', error="invalid_token"';
  return problem(code, {
    detail: 'A bearer token of this directory is required',
    headers: { 'www-authenticate': `Bearer realm="scim"${error}` },
  });
}

/** Verifies the bearer of a SCIM client, which also determines the tenant of the directory in the path. */
export function checkScimBearer({ scimCallers, trust, metrics }: GatewayContext): ExchangeStep {
  const results = metrics.counter('gateway_scim_auth_total');
  return async (x) => {
    const { authorization } = x.headers;
    if (authorization === undefined) throw unauthorized('token_missing');
    const directoryId = x.line.segments[2] ?? '';
    const digest = scimBearerDigest(bearerForm.exec(authorization.trim())?.[1] ?? '');
    const caller = digest && (await scimCallers.find(directoryId, digest));
    const tenant = caller && (await trust.tenants.byId(caller.tenantId));
    results.inc({ result: tenant ? 'ok' : 'token_invalid' });
    if (!tenant) throw unauthorized('token_invalid');
    x.verified = {
      principal: {
        type: 'service',
        id: directoryId,
        clientId: caller.bearerId,
        tenantId: tenant.id,
        scopes: new Set(),
      },
      claims: {
        iss: tenant.issuer,
        sub: directoryId,
        client_id: caller.bearerId,
        tnt: tenant.id,
        iat: 0,
        exp: caller.expiresAt / 1_000,
        jti: caller.bearerId,
      },
      tenant,
    };
  };
}
