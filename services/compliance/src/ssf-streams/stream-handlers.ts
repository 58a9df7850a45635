import { ssfDeliveryMethods } from '@platform/contracts';
import type {
  Principal,
  RegisterSsfReceiverRequest,
  ssfStreamOperations,
} from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { prepared } from '@platform/kit/http';
import type { ExternalScope, Handlers } from '@platform/kit/http';
import { invalid } from '@platform/kit/problem';
import {
  checkEventsRequested,
  checkedReceiver,
  registerReceiver,
} from '../ssf/receiver-registration.ts';
import type { ReceiverOptions } from '../ssf/receiver-options.ts';
import { publishReceiverEvent, changeStatus } from '../ssf/receiver-status.ts';
import {
  deleteReceiver,
  existingReceiver,
  listReceiversOfClient,
  updateStream,
} from '../ssf/receivers.ts';
import { requestVerification } from '../ssf/verification-request.ts';
import { managedStream, ownStream, readStream } from './stream-access.ts';
import { changedStream, checkTransmitterSupplied, checkedEndpoint } from './stream-change.ts';
import type { StreamPatch } from './stream-change.ts';
import { streamResource, streamStatus } from './stream-view.ts';

type StreamHandlers = Handlers<typeof ssfStreamOperations>;

/** Reading a stream needs write access: it records that its receiver is active. */
export interface StreamHandlerOptions extends ReceiverOptions {
  db: Pick<Database, 'transact'>;
}

const issuerFirst =
  ({ issuerOf }: ReceiverOptions) =>
  ({ principal }: { principal: Principal }): Promise<string> =>
    issuerOf(principal.tenantId);

/** Converts a registration to the form of the API. A stream that a receiver creates is named after its client. */
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

/** Streams: created, read, changed and deleted by the client that owns them. */
export function streamHandlers(
  options: StreamHandlerOptions,
): Pick<StreamHandlers, Extract<keyof StreamHandlers, `ssfStream${string}`>> {
  const { db, issuerOf, onQueued } = options;

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
      checkEventsRequested(body.events_requested, '/events_requested');
      const endpointUrl = await checkedEndpoint(seen, { body, isReplaced }, options);
      return commit(async (tx) => {
        const stream = await managedStream(tx, principal, seen.id);
        const to = changedStream(tenantId, stream, { body, isReplaced, endpointUrl }, options);
        return streamResource(await updateStream(tx, stream.id, to), { ...options, issuer });
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

    async ssfStreamGet({ context, principal, query: { stream_id: id } }) {
      const place = { ...options, issuer: await issuerOf(principal.tenantId) };
      return db.transact(context, async (tx) => {
        if (id !== undefined) return streamResource(await readStream(tx, principal, id), place);
        const streams = await listReceiversOfClient(tx, principal.clientId);
        return streams.map((one) => streamResource(one, place));
      });
    },

    ssfStreamUpdate: change(false),
    ssfStreamReplace: change(true),

    async ssfStreamDelete({ tx, principal, query }) {
      const stream = await managedStream(tx, principal, query.stream_id);
      await deleteReceiver(tx, stream.id);
      await publishReceiverEvent(tx, 'ssf.receiver_removed', stream);
      return undefined;
    },
  };
}

/** The status of streams, and verification. */
export function statusHandlers(
  options: StreamHandlerOptions,
): Pick<StreamHandlers, 'ssfStatusGet' | 'ssfStatusUpdate' | 'ssfVerify'> {
  const { db, limits, onQueued } = options;
  return {
    async ssfStatusGet({ context, principal, query }) {
      const read = db.transact(context, (tx) => readStream(tx, principal, query.stream_id));
      return streamStatus(await read);
    },

    ssfStatusUpdate: prepared(
      issuerFirst(options),
      async ({ tx, principal, body, prepared: issuer }) => {
        const stream = await managedStream(tx, principal, body.stream_id);
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
      const stream = await managedStream(tx, principal, body.stream_id);
      // A paused stream holds the event for later; a disabled one holds nothing (SSF 1.0 §8.1.2.1).
      if (stream.status === 'disabled') return undefined;
      await requestVerification(tx, stream, { issuer, state: body.state }, limits);
      tx.afterCommit(() => onQueued(principal.tenantId, stream.id));
      return undefined;
    }),
  };
}
