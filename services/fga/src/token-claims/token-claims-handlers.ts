import type { tokenClaimsOperations } from '@platform/contracts';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { asProblem } from '@platform/kit/problem';
import { changeRegistration } from './registrations.ts';
import type { Registrations } from './registrations.ts';
import { defaultSettings, tokenClaimsResource } from './token-claims-resource.ts';
import { findTokenClaims } from './token-claims-store.ts';
import type { TokenClaimsRow } from './token-claims-store.ts';

const isOutage = (error: unknown): boolean => [503, 504].includes(asProblem(error).status);

export function tokenClaimsHandlers(
  registrations: Registrations,
): Handlers<typeof tokenClaimsOperations> {
  const { clients, url } = registrations;
  const shown = (clientId: string) => (row: TokenClaimsRow | undefined) =>
    answer(tokenClaimsResource(clientId, row, url), { version: row?.revision ?? 0 });
  return {
    async tokenClaimsGet({ principal: { tenantId }, params: { clientId }, read }) {
      const row = await read((tx) => findTokenClaims(tx, clientId));
      await clients.require(tenantId, clientId).catch((error: unknown) => {
        // The row is deleted with its client, so it can answer while the hub is unavailable.
        if (!row || !isOutage(error)) throw error;
      });
      return shown(clientId)(row);
    },
    tokenClaimsEnable: ({
      principal: { tenantId },
      params: { clientId },
      body,
      ifMatch,
      transact,
      commit,
    }) =>
      changeRegistration(
        registrations,
        { tenantId, clientId, settings: body ?? defaultSettings, ifMatch, transact, commit },
        shown(clientId),
      ),
    tokenClaimsDisable: ({
      principal: { tenantId },
      params: { clientId },
      ifMatch,
      transact,
      commit,
    }) =>
      changeRegistration(
        registrations,
        { tenantId, clientId, settings: null, ifMatch, transact, commit },
        () => ({ id: clientId, deleted: true, enabled: false }),
      ),
  };
}
