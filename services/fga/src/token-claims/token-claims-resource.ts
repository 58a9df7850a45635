import { EnableTokenClaimsRequest } from '@platform/contracts';
import type { TokenClaimsResource, TokenClaimsSettings } from '@platform/contracts';
import { isoTime } from '@platform/kit/formats';
import type { SealedColumn } from '@platform/kit/upkeep';
import type { TokenClaimsRow } from './token-claims-store.ts';

/** The default settings. */
export const defaultSettings: TokenClaimsSettings = EnableTokenClaimsRequest.parse({});

/** The context in which a client's secret is sealed. */
export const claimsSecretContext = (tenantId: string, clientId: string) => ({
  tenantId,
  field: `token_claims/${clientId}`,
});

/** The column with the secrets, for resealing. */
export const sealedTokenClaims: SealedColumn = {
  table: 'token_claims',
  column: 'secret_sealed',
  key: ['client_id'],
  contextOf: claimsSecretContext,
};

/** Token claims as the API shows them; without a row they were never enabled. */
export const tokenClaimsResource = (
  clientId: string,
  row: TokenClaimsRow | undefined,
  currentUrl: string,
): TokenClaimsResource => ({
  id: clientId,
  enabled: (row?.acknowledged ?? null) !== null,
  ...(row?.acknowledged ?? defaultSettings),
  enrichmentUrl: row?.url ?? currentUrl,
  syncState: row?.pendingSince ? 'pending' : 'in_sync',
  enabledAt: isoTime(row?.enabledAt),
  updatedAt: isoTime(row?.updatedAt),
});

/** Whether two settings are equal, ignoring the order of their lists. */
export function sameSettings(
  a: TokenClaimsSettings | null,
  b: TokenClaimsSettings | null,
): boolean {
  if (a === null || b === null) return a === b;
  const form = ({
    claims,
    tokenTypes,
    failureMode,
    timeoutMilliseconds,
  }: TokenClaimsSettings): string =>
    JSON.stringify([[...claims].sort(), [...tokenTypes].sort(), failureMode, timeoutMilliseconds]);
  return form(a) === form(b);
}
