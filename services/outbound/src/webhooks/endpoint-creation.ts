import type { WebhookEndpointCreation, WebhookEndpointResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { insertLane } from '../lanes/lanes.ts';
import { checkedReceiverUrl } from '../receivers/receiver-url.ts';
import { addSigningSecret } from '../receivers/signing-secrets.ts';
import { endpointSubject, shownEndpoint } from './endpoint-access.ts';
import { defaultTimeoutSeconds } from './endpoint-record.ts';
import type { EndpointRecord } from './endpoint-record.ts';
import { normalTypes, requireEndpointRoom } from './endpoint-rules.ts';
import { countEndpointsLocked, insertEndpoint } from './endpoint-store.ts';
import type { EndpointOptions } from './endpoint-options.ts';

/** Returns the endpoint that a body describes. */
export function newEndpoint(
  tenantId: string,
  body: WebhookEndpointCreation,
  { egress, seals, clock }: Pick<EndpointOptions, 'egress' | 'seals' | 'clock'>,
): EndpointRecord {
  const now = new Date(clock());
  const id = newId('webhookEndpoint');
  const { headers = {}, status = 'enabled' } = body;
  return {
    id,
    url: checkedReceiverUrl(egress, body.url),
    eventTypes: normalTypes(body.eventTypes ?? []),
    purposes: body.purposes ?? ['events'],
    description: body.description ?? null,
    organizationIds: body.organizationIds ?? null,
    headers: seals.sealHeaders(tenantId, id, headers),
    headerNames: Object.keys(headers),
    payload: body.payload ?? 'full',
    ordering: body.ordering ?? 'best_effort',
    rateLimitPerSecond: body.rateLimitPerSecond ?? null,
    timeoutSeconds: body.timeoutSeconds ?? defaultTimeoutSeconds,
    handshake: body.handshake ?? 'none',
    grantedRate: null,
    status,
    statusReason: status === 'disabled' ? 'admin' : null,
    statusChangedAt: now,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** Stores a new endpoint with its lane and its first secret, and publishes its creation. */
export async function createEndpoint(
  tx: Tx,
  endpoint: EndpointRecord,
  ownSecret: string | undefined,
  { seals, view, maxEndpoints }: Pick<EndpointOptions, 'seals' | 'view' | 'maxEndpoints'>,
): Promise<WebhookEndpointResource & { secret: string }> {
  requireEndpointRoom(await countEndpointsLocked(tx), maxEndpoints);
  await insertLane(tx, endpoint.id, endpoint.status === 'enabled');
  await insertEndpoint(tx, endpoint);
  const { secret } = await addSigningSecret(tx, seals, endpoint.id, ownSecret, endpoint.createdAt);
  const resource = await shownEndpoint(tx, view, endpoint);
  await tx.publish({
    type: 'webhook.endpoint_created',
    subject: endpointSubject(endpoint.id),
    data: { webhookEndpoint: resource },
  });
  return { ...resource, secret };
}
