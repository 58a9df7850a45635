import { ssfDeliveryMethods } from '@platform/contracts';
import type { RegisterSsfReceiverRequest, ssfStreamOperations } from '@platform/contracts';
import { prepared } from '@platform/kit/http';
import type { ExternalScope, Handlers } from '@platform/kit/http';
import type { Principal } from '@platform/contracts';
import { invalid } from '@platform/kit/problem';
import { checkedReceiver, registerReceiver } from '../ssf/receiver-registration.ts';
import type { ReceiverOptions } from '../ssf/receiver-options.ts';
import { publishReceiverEvent, changeStatus } from '../ssf/receiver-status.ts';
import {
  deleteReceiver,
  existingReceiver,
  listReceiversOfClient,
  lockedReceiver,
  updateStream,
} from '../ssf/receivers.ts';
import { requestVerification } from '../ssf/verification-request.ts';
import { ownStream } from './stream-access.ts';
import { changedStream, checkTransmitterSupplied } from './stream-change.ts';
import type { StreamPatch } from './stream-change.ts';
import { streamResource, streamStatus } from './stream-view.ts';

type StreamHandlers = Handlers<typeof ssfStreamOperations>;

const issuerFirst =
  ({ issuerOf }: ReceiverOptions) =>
  ({ principal }: { principal: Principal }): Promise<string> =>
    issuerOf(principal.tenantId);

/** A registration in the words of the API. A stream that a receiver makes has no name of its own: it is named by its client. */
function registrationOf(
  clientId: string,
  {
    delivery,
    events_requested: eventsRequested,
    description,
  }: Pick<StreamPatch, 'delivery' | 'events_requested' | 'description'>,
): RegisterSsfReceiverRequest {
  const {
    method,
    endpoint_url: endpointUrl,
    authorization_header: authorizationHeader,
  } = {
    // SSF 1.0 §8.1.1.1: without a delivery method the stream is polled.
    method: ssfDeliveryMethods.poll,
    ...delivery,
  };
  const isPush = method === ssfDeliveryMethods.push;
  if (isPush && endpointUrl === undefined)
    throw invalid('/delivery/endpoint_url', 'required', 'is required for push');
  return {
    name: clientId,
    description: description ?? null,
    clientId,
    delivery: isPush
      ? { method, endpointUrl: endpointUrl ?? '', authorizationHeader }
      : { method: ssfDeliveryMethods.poll },
    eventsRequested,
    subjectFormat: 'iss_sub',
    enabled: true,
  };
}

/** Streams: created, read, changed and deleted by the client that they belong to. */
export function streamHandlers(
  options: ReceiverOptions,
): Pick<StreamHandlers, Extract<keyof StreamHandlers, `ssfStream${string}`>> {
  const { issuerOf, onQueued } = options;

  const change =
    (isReplaced: boolean) =>
    async ({
      principal,
      body,
      read,
      commit,
    }: Pick<ExternalScope, 'read' | 'commit'> & { principal: Principal; body: StreamPatch }) => {
      const { tenantId } = principal;
      const seen = ownStream(principal, await read((tx) => existingReceiver(tx, body.stream_id)));
      const issuer = await issuerOf(tenantId);
      checkTransmitterSupplied(body, streamResource(seen, { ...options, issuer }));
      const to = await changedStream(tenantId, seen, { body, isReplaced }, options);
      return commit(async (tx) => {
        ownStream(principal, await lockedReceiver(tx, seen.id));
        return streamResource(await updateStream(tx, seen.id, to), { ...options, issuer });
      });
    };

  return {
    async ssfStreamCreate({ principal, body, commit }) {
      const { tenantId, clientId } = principal;
      const checked = await checkedReceiver(tenantId, registrationOf(clientId, body), options);
      const issuer = await issuerOf(tenantId);
      const receiver = { ...checked, name: `${clientId} ${checked.id}`.slice(-100) };
      return commit(async (tx) => {
        const by = { enabled: true, changedBy: 'receiver' as const, issuer };
        const registered = await registerReceiver(tx, receiver, by, options);
        tx.afterCommit(() => onQueued(tenantId, receiver.id));
        return streamResource(registered, { ...options, issuer });
      });
    },

    ssfStreamGet: prepared(
      issuerFirst(options),
      async ({ tx, principal, query, prepared: issuer }) => {
        const place = { ...options, issuer };
        if (query.stream_id === undefined)
          return (await listReceiversOfClient(tx, principal.clientId)).map((one) =>
            streamResource(one, place),
          );
        const stream = ownStream(principal, await existingReceiver(tx, query.stream_id));
        return streamResource(stream, place);
      },
    ),

    ssfStreamUpdate: change(false),
    ssfStreamReplace: change(true),

    async ssfStreamDelete({ tx, principal, query }) {
      const stream = ownStream(principal, await lockedReceiver(tx, query.stream_id));
      await deleteReceiver(tx, stream.id);
      await publishReceiverEvent(tx, 'ssf.receiver_removed', stream);
      return undefined;
    },
  };
}

/** The status of streams, and verification. */
export function statusHandlers(
  options: ReceiverOptions,
): Pick<StreamHandlers, 'ssfStatusGet' | 'ssfStatusUpdate' | 'ssfVerify'> {
  const { limits, onQueued } = options;
  return {
    async ssfStatusGet({ tx, principal, query }) {
      return streamStatus(ownStream(principal, await existingReceiver(tx, query.stream_id)));
    },

    ssfStatusUpdate: prepared(
      issuerFirst(options),
      async ({ tx, principal, body, prepared: issuer }) => {
        const stream = ownStream(principal, await lockedReceiver(tx, body.stream_id));
        const to = {
          status: body.status,
          statusReason: body.reason ?? null,
          statusChangedBy: 'receiver',
        } as const;
        const changed = await changeStatus(tx, stream, to, issuer);
        tx.afterCommit(() => onQueued(principal.tenantId, stream.id));
        return streamStatus(changed);
      },
    ),

    ssfVerify: prepared(issuerFirst(options), async ({ tx, principal, body, prepared: issuer }) => {
      const stream = ownStream(principal, await lockedReceiver(tx, body.stream_id));
      await requestVerification(tx, stream, { issuer, state: body.state }, limits);
      tx.afterCommit(() => onQueued(principal.tenantId, stream.id));
      return undefined;
    }),
  };
}
