import { TokenClaims } from './token-claims.ts';
import type { TokenClaimsResource } from './token-claims.ts';
import { eventData, eventType } from '../events/event.ts';

const at = '2026-11-20T05:41:00.123Z';

const enabled: TokenClaimsResource = {
  id: 'console',
  enabled: true,
  claims: ['roles', 'permissions', 'entitlements', 'elevated_scopes', 'custom'],
  tokenTypes: ['access_token'],
  failureMode: 'omit',
  timeoutMilliseconds: 1000,
  enrichmentUrl: 'http://product-api:8082/internal/claims-enrichment',
  syncState: 'in_sync',
  enabledAt: at,
  updatedAt: at,
};

const tokenClaims = (description: string, example: TokenClaimsResource) =>
  eventType({
    description,
    severity: 'medium',
    emittedBy: 'fga',
    subject: 'client',
    data: eventData('tokenClaims', TokenClaims),
    example: { tokenClaims: example },
  });

/** Events of access claims in tokens. */
export const tokenClaimsEvents = {
  'token_claims.enabled': tokenClaims(
    'The token claims of an application were enabled or changed.',
    enabled,
  ),
  'token_claims.disabled': tokenClaims('The token claims of an application were disabled.', {
    ...enabled,
    enabled: false,
    enabledAt: null,
  }),
};
