import { batched } from '@platform/kit/cache';
import { cutoffKey } from '@platform/kit/service';
import { boundSession, clientSubject, scopeSet } from '@platform/kit/auth';
import type { AccessClaims, Cutoff } from '@platform/kit/auth';
import { lock, lockText, now } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import { hubLocks } from '../advisory-locks.ts';
import { hub } from '../generated/tables.ts';

/** A cut-off in the tenant of the transaction. `notBefore` is in seconds, default now. */
export type CutOff = Pick<Cutoff, 'kind' | 'id'> & { notBefore?: number };

/** Publishes a cut-off to the verifiers. `notBefore` is also the entry's version, so that the highest one wins. */
export const publishCutoff = (tx: Tx, { kind, id, notBefore }: Required<CutOff>): Promise<void> => {
  const { tenantId } = tx.context;
  return tx.putEntry('token-cutoffs', cutoffKey({ tenantId, kind, id }), {
    tenantId,
    kind,
    id,
    notBefore,
    version: notBefore,
  });
};

/** The id of cut-offs for the tokens of one client for one API of the tenant. */
export const apiClientCutoff = (apiId: string, clientId: string): string => `${apiId} ${clientId}`;

const lockKey = ({ tenantId, kind, id }: Omit<Cutoff, 'notBefore'>): string =>
  `${tenantId} ${kind} ${id}`;

/**
 * Returns the locks of cut-offs, which a database function takes in shared mode: it waits for cut-offs in progress, and no cut-off begins until
 * its transaction has ended.
 */
export const cutLocks = (named: readonly Omit<Cutoff, 'notBefore'>[]): string[] =>
  named.map((cut) => lockText(hubLocks.tokenCutoff, lockKey(cut)));

/** Prevents the issue of tokens until the transaction ends, so that the cut-off is later than every token issued before. */
const lockIssue = (tx: Tx, { kind, id }: CutOff): Promise<number> =>
  lock(tx, hubLocks.tokenCutoff, lockKey({ tenantId: tx.context.tenantId, kind, id }));

/** Ends the tokens issued until now for a tenant, client, subject, client and subject, or session, or one token by its `jti`. All verifiers reject them within a second. */
export async function cutOff(tx: Tx, { kind, id, notBefore: wanted }: CutOff): Promise<void> {
  if (wanted === undefined) await lockIssue(tx, { kind, id });
  const notBefore = wanted ?? Math.floor(Date.now() / 1000);
  const row = await tx.row(
    hub.query
      .insertInto('tokenCutoff')
      .values({ tenantId: tx.context.tenantId, kind, id, notBefore })
      .onConflict((conflict) =>
        conflict.columns(['tenantId', 'kind', 'id']).doUpdateSet((of) => ({
          notBefore: of.fn<number>('greatest', ['tokenCutoff.notBefore', 'excluded.notBefore']),
          createdAt: now,
        })),
      )
      .returning('notBefore'),
  );
  await publishCutoff(tx, { kind, id, notBefore: row?.notBefore ?? notBefore });
}

/** A token of a tenant. `apiId` is the API of the tenant that it is for, if it is. */
export interface IssuedToken {
  claims: AccessClaims;
  apiId?: string | undefined;
}

/** The kinds and ids of the cut-offs that end a token. */
function cutsOf({ claims, apiId }: IssuedToken, tenantId: string): [Cutoff['kind'], string][] {
  const { client_id: clientId, sub, jti } = claims;
  const session = boundSession(claims, scopeSet(claims['scope']));
  return [
    ['tenant', tenantId],
    ['client', clientId],
    ['subject', sub],
    ['client_subject', clientSubject(clientId, sub)],
    ...(session ? [['session', session] as ['session', string]] : []),
    ['token', jti],
    ...(apiId ? resourceCuts(apiId, clientId) : []),
  ];
}

const resourceCuts = (apiId: string, clientId: string): ['resource', string][] => [
  ['resource', apiId],
  ['resource', apiClientCutoff(apiId, clientId)],
];

/** Whether each of these tokens of the transaction's tenant was cut off, as the database knows before any verifier does. */
async function areCutOff(tx: Tx, tokens: readonly IssuedToken[]): Promise<boolean[]> {
  const { tenantId } = tx.context;
  const cuts = tokens.flatMap((token, place) =>
    cutsOf(token, tenantId).map(([kind, id]) => ({ kind, id, iat: token.claims.iat, place })),
  );
  const found = await tx.rows<{ place: number }>(
    `SELECT DISTINCT cut.place FROM unnest($2::text[], $3::text[], $4::bigint[], $5::int[]) AS cut (kind, id, iat, place)
       JOIN token_cutoff t ON t.tenant_id = $1 AND t.kind = cut.kind AND t.id = cut.id AND t.not_before >= cut.iat`,
    [
      tenantId,
      cuts.map(({ kind }) => kind),
      cuts.map(({ id }) => id),
      cuts.map(({ iat }) => iat),
      cuts.map(({ place }) => place),
    ],
  );
  const ended = new Set(found.map(({ place }) => place));
  return tokens.map((_token, place) => ended.has(place));
}

/** As {@link areCutOff}, for one token. */
export const isCutOff = async (tx: Tx, token: IssuedToken): Promise<boolean> =>
  (await areCutOff(tx, [token]))[0]!;

/** As {@link isCutOff}, in a transaction that is shared by the tokens of a tenant that are read at the same time. */
export type CutOffReader = (tenantId: string, token: IssuedToken) => Promise<boolean>;

/** See {@link CutOffReader}. */
export function cutOffReader(db: Pick<Database, 'read'>): CutOffReader {
  const ask = batched({
    work: (asked: readonly { tenantId: string; token: IssuedToken }[]) =>
      db.read({ tenantId: asked[0]!.tenantId, actor: { type: 'system', id: 'hub' } }, (tx) =>
        areCutOff(
          tx,
          asked.map(({ token }) => token),
        ),
      ),
    nameOf: ({ tenantId }) => tenantId,
  });
  return (tenantId, token) => ask({ tenantId, token });
}
