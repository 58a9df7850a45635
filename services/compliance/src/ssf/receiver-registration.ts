import { ssfDeliveryMethods, supportedSsfEventTypes } from '@platform/contracts';
import type { RegisterSsfReceiverRequest } from '@platform/contracts';
import { brokenUnique, lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { invalid, problem } from '@platform/kit/problem';
import { complianceLocks } from '../advisory-locks.ts';
import { checkedTarget } from '../checked-target.ts';
import { ensureVerification } from './queue.ts';
import { sealedHeader } from './receiver-header.ts';
import type { ReceiverOptions } from './receiver-options.ts';
import { countReceivers, insertReceiver } from './receiver-store.ts';
import type { NewReceiver, ReceiverRecord } from './receiver-store.ts';
import { publishReceiverEvent } from './receiver-status.ts';

/** Whether every requested type is unknown, so that the stream delivers nothing. */
const asksForNothing = (requested: readonly string[] | undefined): boolean =>
  requested !== undefined && !requested.some((type) => supportedSsfEventTypes.includes(type));

/** @throws 422 if none of the types is supported */
export function checkEventsRequested(requested: readonly string[] | undefined, at: string): void {
  if (asksForNothing(requested))
    throw invalid(at, 'unknown_event_type', 'must contain at least one supported event type');
}

/** Checks a registration outside a transaction: the address and the application. */
export async function checkedReceiver(
  tenantId: string,
  body: RegisterSsfReceiverRequest,
  { clients, egress, secrets }: Pick<ReceiverOptions, 'clients' | 'egress' | 'secrets'>,
): Promise<NewReceiver> {
  const { delivery, clientId = null } = body;
  const isPush = delivery.method === ssfDeliveryMethods.push;
  checkEventsRequested(body.eventsRequested, '/eventsRequested');
  if (!isPush && clientId === null) throw invalid('/clientId', 'required', 'is required for poll');
  if (clientId !== null && !(await clients.has(tenantId, clientId)))
    throw invalid('/clientId', 'not_found', 'must be the client id of an application');
  const endpointUrl = isPush
    ? await checkedTarget(egress, delivery.endpointUrl, '/delivery/endpointUrl')
    : null;
  const id = newId('ssfReceiver');
  const audience = body.audience ?? [
    clientId ?? (endpointUrl === null ? id : new URL(endpointUrl).origin),
  ];
  return {
    id,
    name: body.name,
    description: body.description ?? null,
    clientId,
    audience: [...new Set(audience)],
    method: isPush ? 'push' : 'poll',
    endpointUrl,
    authorizationHeader: sealedHeader(
      secrets,
      { tenantId, id },
      isPush ? delivery.authorizationHeader : undefined,
    ),
    eventsRequested: body.eventsRequested ?? null,
    subjectFormat: body.subjectFormat,
    organizationIds: body.organizationIds ?? null,
  };
}

/** Stores a checked receiver; its first token is a verification event. */
export async function registerReceiver(
  tx: Tx,
  receiver: NewReceiver,
  by: { enabled: boolean; changedBy: ReceiverRecord['statusChangedBy']; issuer: string },
  { limits }: Pick<ReceiverOptions, 'limits'>,
): Promise<ReceiverRecord> {
  await lock(tx, complianceLocks.ssfReceivers, tx.context.tenantId);
  if ((await countReceivers(tx)) >= limits.maxReceivers)
    throw problem('limit_exceeded', {
      detail: `A tenant can have at most ${limits.maxReceivers} receivers of security events`,
    });
  const status = by.enabled ? 'enabled' : 'disabled';
  const inserted = await insertReceiver(tx, {
    ...receiver,
    status,
    statusChangedBy: by.changedBy,
  }).catch((error: unknown) => {
    if (brokenUnique(error) !== 'ssf_receivers__name_key') throw error;
    throw problem('already_exists', {
      detail: `Another receiver is already named ${receiver.name}`,
    });
  });
  const registered = by.enabled ? await ensureVerification(tx, inserted, by.issuer) : inserted;
  await publishReceiverEvent(tx, 'ssf.receiver_registered', registered);
  return registered;
}
