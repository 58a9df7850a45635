import {
  elevatedScopes,
  requireActive,
  requireKindOfCaller,
  requireScopes,
  scopeSet,
  serviceToken,
} from '../auth/auth.ts';
import type { ServiceCaller, Verified } from '../auth/auth.ts';
import { Problem, problem } from '../problem/problem.ts';
import type { IncomingMessage } from 'node:http';
import type { Authenticator } from './operation-server.ts';

/** How a service verifies that a request comes from the gateway. */
export interface GatewayTrust {
  verifyBearer: (authorization: string | undefined) => Promise<Verified>;
  /** Verifies the gateway's projected token. */
  verifyGateway: (token: string | undefined) => Promise<ServiceCaller>;
  /** Metadata URL for challenges (RFC 9728). */
  resourceMetadata: string;
}

/**
 * Response header of a service that rejected the token of the calling service, for which the bearer
 * is not at fault.
 */
export const refusedIdentityHeader = 'x-platform-refused-identity';

const aboutServiceIdentity = (error: unknown): unknown =>
  error instanceof Problem
    ? problem(error.code, {
        ...error.details,
        headers: { ...error.details.headers, [refusedIdentityHeader]: 'service' },
      })
    : error;

/**
 * Verifies that a request comes from the gateway. Otherwise the response carries
 * {@link refusedIdentityHeader}.
 */
export async function verifyGatewayCaller(
  { verifyGateway }: Pick<GatewayTrust, 'verifyGateway'>,
  { headers }: Pick<IncomingMessage, 'headers'>,
): Promise<ServiceCaller> {
  try {
    return await verifyGateway(
      serviceToken(headers['x-platform-service-authorization'] as string | undefined),
    );
  } catch (error) {
    throw aboutServiceIdentity(error);
  }
}

/**
 * Authenticates requests that come through the gateway: verifies its projected token, and the
 * caller's bearer again, because a service trusts no header that a caller could set. Checks the
 * tenant, and the scopes of the operation.
 */
export const gatewayAuthenticator = (options: GatewayTrust): Authenticator => ({
  caller: (req) => verifyGatewayCaller(options, req),
  async principal({ req, operation }) {
    const { principal, claims, tenant } = await options.verifyBearer(req.headers.authorization);
    requireActive(tenant);
    const addressed = req.headers['x-platform-tenant'];
    if (addressed !== undefined && addressed !== principal.tenantId)
      throw problem('tenant_mismatch');
    // The gateway, whose own token is verified at this point, has checked which of the token's
    // elevations are still valid.
    const confirmed = scopeSet(req.headers['x-platform-elevated-scopes']);
    const elevated =
      confirmed.size > 0
        ? (elevatedScopes(claims)?.filter((scope) => confirmed.has(scope)) ?? [])
        : [];
    const scopes =
      elevated.length > 0 ? new Set([...principal.scopes, ...elevated]) : principal.scopes;
    requireKindOfCaller(principal, operation.scopes);
    requireScopes(operation.scopes, scopes, options.resourceMetadata);
    return elevated.length > 0 ? { ...principal, scopes } : principal;
  },
});
