import { createHash } from 'node:crypto';
import { deleteOlder, fromNow, now } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';

const keptMs = 600_000;
const live = hub
  .table('federationResponse')
  .pick('formSealed')
  .only((of) => of('expiresAt', '>', now));
const hashOf = (handle: string): Buffer => createHash('sha256').update(handle).digest();

/** Stores a posted response for a login in progress; 0 if there is no such login. */
export const upsertResponse = (
  tx: Tx,
  { uid, handle, formSealed }: { uid: string; handle: string; formSealed: string },
): Promise<number> =>
  tx.execute(
    hub.query
      .insertInto('federationResponse')
      .columns(['tenantId', 'uid', 'handleHash', 'formSealed', 'expiresAt'])
      .expression((of) =>
        of
          .selectFrom('loginSession')
          .select((login) => [
            'tenantId',
            'uid',
            login.cast<Buffer>(login.val(hashOf(handle)), 'bytea').as('handleHash'),
            login.cast<string>(login.val(formSealed), 'text').as('formSealed'),
            login.fn<Date>('least', ['expiresAt', fromNow(keptMs)]).as('expiresAt'),
          ])
          .where('tenantId', '=', tx.context.tenantId)
          .where('uid', '=', uid)
          .where('expiresAt', '>', now),
      )
      .onConflict((conflict) =>
        conflict.columns(['tenantId', 'uid']).doUpdateSet((of) => ({
          handleHash: of.ref('excluded.handleHash'),
          formSealed: of.ref('excluded.formSealed'),
          expiresAt: of.ref('excluded.expiresAt'),
        })),
      ),
  );

/** Returns a response and deletes it. */
export const takeResponse = async (
  tx: Tx,
  uid: string,
  handle: string,
): Promise<string | undefined> =>
  (await live.deleteReturning(tx, { uid, handleHash: hashOf(handle) }))?.formSealed;

/** Deletes responses that were not fetched in time. */
export const sweepResponses = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'federation_response', column: 'expires_at', life: '0' });
