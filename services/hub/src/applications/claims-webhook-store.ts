import type { ClaimsWebhookResource } from '@platform/contracts';
import { now } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';

const webhooks = hub
  .table('claimsWebhook')
  .narrow<Pick<ClaimsWebhookResource, 'tokenTypes'>>()
  .omit('failureToldAt');

/** A stored claims webhook. A cleared one keeps only its version. */
export type ClaimsWebhookRecord = RowOf<typeof webhooks>;

export const findClaimsWebhook = (
  tx: Tx,
  clientId: string,
): Promise<ClaimsWebhookRecord | undefined> => webhooks.find(tx, { clientId });

/** Writes the webhook of an application whose row is locked. */
export const writeClaimsWebhook = async (
  tx: Tx,
  clientId: string,
  content: Omit<ClaimsWebhookRecord, 'clientId' | 'createdAt' | 'updatedAt'>,
): Promise<ClaimsWebhookRecord> =>
  (await webhooks.updateReturning(tx, { clientId }, { ...content, updatedAt: now })) ??
  (await webhooks.insertReturning(tx, { clientId, ...content }));

export const clearClaimsWebhook = (tx: Tx, clientId: string, version: number): Promise<number> =>
  webhooks.update(tx, { clientId }, { url: null, secretSealed: null, version, updatedAt: now });

/** Stores the version of a clearing for an application without a webhook. */
export const keepClearedVersion = (tx: Tx, clientId: string, version: number): Promise<number> =>
  tx.execute(
    hub.query
      .insertInto('claimsWebhook')
      .values({ tenantId: tx.context.tenantId, clientId, tokenTypes: [], version })
      .onConflict((conflict) =>
        conflict
          .columns(['tenantId', 'clientId'])
          .doUpdateSet({ version, updatedAt: now })
          .where('claimsWebhook.url', 'is', null)
          .where('claimsWebhook.version', '<', version),
      ),
  );

export const deleteClaimsWebhook = (tx: Tx, clientId: string): Promise<number> =>
  webhooks.delete(tx, { clientId });
