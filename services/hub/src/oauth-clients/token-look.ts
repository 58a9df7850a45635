import { gatheredRuns, sharedRuns } from '@platform/kit/cache';
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
type WantedRedemption = Wanted & { redeemed: NonNullable<TokenRequest['redeemed']> };
const redeems = (wanted: Wanted): wanted is WantedRedemption => wanted.redeemed !== undefined;

/** Of requests that redeem something: the client is the same in each row. */
type RedemptionRow = ClientRow &
  Pick<LookRow, 'redeemed' | 'consumedAt' | 'granted'> & {
    /** Counts the requests from 1. */
    position: number;
  };

/**
 * Looks for the client of a request, and for what the request needs. Requests of one client that come at the same time are looked
 * for together, by a look that begins after the last of them came: a client that asks for many tokens costs few looks.
 */
export function tokenLooks({
  db,
  metadata,
}: {
  db: Pick<Database, 'call'>;
  metadata: (clientId: string, tenantId: string, row: ClientRow) => AdapterPayload;
}): (wanted: Wanted) => Promise<TokenLook | undefined> {
  const startOfLook = () => ({ at: Math.floor(Date.now() / 1000), began: performance.now() });

  async function look({ tenantId, clientId, held }: Wanted): Promise<TokenLook | undefined> {
    const start = startOfLook();
    const [row] = await db.call<ClientRow & LookRow>({ tenantId }, 'find_token_client', [
      clientId,
      cutLocks(held),
      null,
      null,
    ]);
    return row && { ...row, client: metadata(clientId, tenantId, row), ...start };
  }

  async function lookTogether(
    wanted: readonly WantedRedemption[],
  ): Promise<(TokenLook | undefined)[]> {
    const start = startOfLook();
    const { tenantId, clientId } = wanted[0]!;
    const rows = await db.call<RedemptionRow>({ tenantId }, 'find_redeeming_client', [
      clientId,
      wanted.map(({ redeemed }) => redeemed.model),
      wanted.map(({ redeemed }) => redeemed.hash),
    ]);
    const [first] = rows;
    if (!first) return wanted.map(() => undefined);
    const client = metadata(clientId, tenantId, first);
    const looks: (TokenLook | undefined)[] = [];
    for (const { position, redeemed, consumedAt, granted } of rows)
      looks[position - 1] = {
        isTenantActive: null,
        notBefore: null,
        redeemed,
        consumedAt,
        granted,
        client,
        ...start,
      };
    return looks;
  }

  const sharedLook = sharedRuns(
    look,
    ({ tenantId, clientId, held }) => `${tenantId} ${clientId} ${held.length}`,
  );
  const gatheredLook = gatheredRuns({
    work: lookTogether,
    nameOf: ({ tenantId, clientId }) => `${tenantId} ${clientId}`,
  });
  return (wanted) => (redeems(wanted) ? gatheredLook(wanted) : sharedLook(wanted));
}
