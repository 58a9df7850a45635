import { cutoffKey } from '@platform/kit/service';
import { boundSession, clientSubject, scopeSet } from '@platform/kit/auth';
import type { AccessClaims, Cutoff } from '@platform/kit/auth';
import { lock, lockText, now } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
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

/**
 * True for a token of the transaction's tenant that was cut off, as the database knows before any verifier does. `apiId` is the API of
 * the tenant that the token is for, if it is.
 */
export async function isCutOff(tx: Tx, claims: AccessClaims, apiId?: string): Promise<boolean> {
  const { client_id: clientId, sub, jti, iat } = claims;
  const { tenantId } = tx.context;
  const named = {
    tenant: tenantId,
    client: clientId,
    subject: sub,
    client_subject: clientSubject(clientId, sub),
    session: boundSession(claims, scopeSet(claims['scope'])) ?? null,
    token: jti,
    resource: apiId ?? null,
  } satisfies Record<Cutoff['kind'], string | null>;
  const kinds = [...Object.keys(named), 'resource'];
  const ids = [
    ...Object.values(named),
    apiId === undefined ? null : apiClientCutoff(apiId, clientId),
  ];
  return (
    (await tx.row(
      `SELECT 1 FROM token_cutoff WHERE tenant_id = $1 AND (kind, id) IN (SELECT * FROM unnest($2::text[], $3::text[])) AND not_before >= $4 LIMIT 1`,
      [tenantId, kinds, ids, iat],
    )) !== undefined
  );
}
