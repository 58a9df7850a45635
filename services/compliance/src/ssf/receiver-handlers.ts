import type { ssfReceiverOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { answer, prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { ReceiverOptions } from './receiver-options.ts';
import {
  deleteReceiver,
  existingReceiver,
  listReceivers,
  lockedReceiver,
} from './receiver-store.ts';
import type { ReceiverRecord } from './receiver-store.ts';
import { listTokenDeliveries, oldestPending } from './token-store.ts';
import { checkedReceiver, registerReceiver } from './receiver-registration.ts';
import { changeStatus, isAnnounced, publishReceiverEvent } from './receiver-status.ts';
import { ssfDeliveryResource, receiverResource } from './receiver-view.ts';
import { requestVerification } from './verification-request.ts';

type ReceiverHandlers = Handlers<typeof ssfReceiverOperations>;

const administrator = 'administrator' as const;

/** Shows receivers with the size of their queues. */
function receiverAnswers(options: ReceiverOptions) {
  const shown = async (tx: Tx, records: readonly ReceiverRecord[], issuer: string) => {
    const oldest = await oldestPending(
      tx,
      records.map(({ id }) => id),
    );
    return records.map((one) => receiverResource(one, oldest.get(one.id), { ...options, issuer }));
  };
  return {
    shown,
    async answered(tx: Tx, record: ReceiverRecord, issuer: string) {
      const [resource] = await shown(tx, [record], issuer);
      return answer(resource!, { version: record.version });
    },
  };
}

function readers(
  options: ReceiverOptions,
): Pick<ReceiverHandlers, 'ssfReceiverList' | 'ssfReceiverGet' | 'ssfReceiverDeliveries'> {
  const { cursors, issuerOf } = options;
  const { shown, answered } = receiverAnswers(options);
  return {
    ssfReceiverList: prepared(
      ({ principal }) => issuerOf(principal.tenantId),
      async ({ tx, principal: { tenantId }, query: { limit, cursor }, prepared: issuer }) => {
        const bound = { tenantId, list: 'ssf receivers' };
        const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
        const records = await listReceivers(tx, before as string | undefined, limit + 1);
        const page = cursors.page(bound, records, limit, {
          position: ({ id }) => [id],
          present: (record) => record,
        });
        return { ...page, data: await shown(tx, page.data, issuer) };
      },
    ),

    ssfReceiverGet: prepared(
      ({ principal }) => issuerOf(principal.tenantId),
      async ({ tx, params, prepared: issuer }) =>
        answered(tx, await existingReceiver(tx, params.receiverId), issuer),
    ),

    async ssfReceiverDeliveries({ tx, principal: { tenantId }, params, query }) {
      const receiver = await existingReceiver(tx, params.receiverId);
      const bound = { tenantId, list: 'ssf deliveries', filters: receiver.id };
      const [before] = query.cursor === undefined ? [] : cursors.decode(bound, query.cursor);
      const rows = await listTokenDeliveries(
        tx,
        receiver.id,
        before as number | undefined,
        query.limit + 1,
      );
      return cursors.page(bound, rows, query.limit, {
        position: ({ seq }) => [seq],
        present: (row) => ssfDeliveryResource(row, receiver),
      });
    },
  };
}

function writers(
  options: ReceiverOptions,
): Omit<ReceiverHandlers, 'ssfReceiverList' | 'ssfReceiverGet' | 'ssfReceiverDeliveries'> {
  const { issuerOf, limits, onQueued } = options;
  const { answered } = receiverAnswers(options);
  return {
    async ssfReceiverRegister({ principal: { tenantId }, body, commit }) {
      const receiver = await checkedReceiver(tenantId, body, options);
      const issuer = await issuerOf(tenantId);
      return commit(async (tx) => {
        const by = { enabled: body.enabled, changedBy: administrator, issuer };
        const registered = await registerReceiver(tx, receiver, by, options);
        tx.afterCommit(() => onQueued(tenantId, receiver.id));
        return answered(tx, registered, issuer);
      });
    },

    ssfReceiverToggle: prepared(
      ({ principal }) => issuerOf(principal.tenantId),
      async ({ tx, principal, params, body, ifMatch, audit, prepared: issuer }) => {
        const receiver = await lockedReceiver(tx, params.receiverId);
        ifMatch(receiver.version);
        const status = body.status ?? (body.enabled ? 'enabled' : 'disabled');
        const to = {
          status,
          statusReason: body.reason ?? null,
          statusChangedBy: administrator,
        };
        const changed = await changeStatus(tx, receiver, to, issuer);
        if (changed !== receiver) audit({ changed: ['/status'] });
        tx.afterCommit(() => {
          onQueued(principal.tenantId, receiver.id);
          if (isAnnounced(receiver, changed)) options.announceStop(principal.tenantId, changed);
        });
        return answered(tx, changed, issuer);
      },
    ),

    async ssfReceiverRemove({ tx, params, ifMatch }) {
      const receiver = await lockedReceiver(tx, params.receiverId);
      ifMatch(receiver.version);
      await deleteReceiver(tx, receiver.id);
      await publishReceiverEvent(tx, 'ssf.receiver_removed', receiver);
      return { id: receiver.id, deleted: true as const };
    },

    ssfReceiverVerify: prepared(
      ({ principal }) => issuerOf(principal.tenantId),
      async ({ tx, principal, params, prepared: issuer }) => {
        const receiver = await lockedReceiver(tx, params.receiverId);
        if (receiver.status !== 'enabled')
          throw problem('invalid_state', {
            detail: `The receiver is ${receiver.status}; enable it, then verify it`,
          });
        const asked = await requestVerification(tx, receiver, { issuer }, limits);
        tx.afterCommit(() => onQueued(principal.tenantId, receiver.id));
        return answered(tx, asked, issuer);
      },
    ),
  };
}

/** The administrators' operations on receivers. */
export const receiverHandlers = (options: ReceiverOptions): ReceiverHandlers => ({
  ...readers(options),
  ...writers(options),
});
