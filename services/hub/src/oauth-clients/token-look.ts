import { sharedRuns } from '@platform/kit/cache';
import type { Cutoff } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import type { AdapterPayload } from 'oidc-provider';
import { cutLocks } from '../token-cutoffs/cut-off.ts';
import type { ClientRow } from './client-row.ts';

/** What a request at the token endpoint brings besides its client. */
export interface TokenRequest {
  /** Cut-offs that the answer waits for. */
  held: readonly Omit<Cutoff, 'notBefore'>[];
  /** The code or refresh token, by its hash. */
  redeemed: { model: string; hash: Buffer } | undefined;
}

interface LookRow {
  /** Null where something is redeemed: the last check looks then. */
  isTenantActive: boolean | null;
  /** The latest cut-off of the client or its tenant, where nothing is redeemed. */
  notBefore: number | null;
  /** What is redeemed, and the grant that it comes from; null where it is not there, or has expired. */
  redeemed: Record<string, unknown> | null;
  consumedAt: Date | null;
  granted: Record<string, unknown> | null;
}

/** A client, and what a request of it at the token endpoint needs besides. */
export interface TokenLook extends LookRow {
  client: AdapterPayload;
  /** Seconds since the epoch, before the database was asked. */
  at: number;
  /** The same moment, in milliseconds of a clock that never goes back. */
  began: number;
}

/** What is looked for. */
interface Wanted extends TokenRequest {
  tenantId: string;
  clientId: string;
}

/**
 * Looks for the client of a request, and for what the request needs. Requests of one client that redeem nothing and come at the
 * same time share a look, which begins after the last of them came: a client that asks for many tokens costs few looks.
 */
export function tokenLooks({
  db,
  metadata,
}: {
  db: Pick<Database, 'call'>;
  metadata: (clientId: string, tenantId: string, row: ClientRow) => AdapterPayload;
}): (wanted: Wanted) => Promise<TokenLook | undefined> {
  async function look({ tenantId, clientId, held, redeemed }: Wanted) {
    const [at, began] = [Math.floor(Date.now() / 1000), performance.now()];
    const [row] = await db.call<ClientRow & LookRow>({ tenantId }, 'find_token_client', [
      clientId,
      cutLocks(held),
      redeemed?.model ?? null,
      redeemed?.hash ?? null,
    ]);
    return row && { ...row, client: metadata(clientId, tenantId, row), at, began };
  }

  const sharedLook = sharedRuns(
    look,
    ({ tenantId, clientId, held }) => `${tenantId} ${clientId} ${held.length}`,
  );
  return (wanted) => (wanted.redeemed ? look(wanted) : sharedLook(wanted));
}
