import { isDeepStrictEqual } from 'node:util';
import type { WebhookEndpointResource, WebhookEndpointUpdate } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { closeQueue, openQueue } from '../deliveries/endpoint-queue.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import { bumpRevision } from '../lanes/lanes.ts';
import { mergedHeaders } from '../receivers/receiver-headers.ts';
import { endpointSubject, lockedEndpoint, shownEndpoint } from './endpoint-access.ts';
import { endpointDifference, needsConsent, patched } from './endpoint-changes.ts';
import type { EndpointOptions } from './endpoint-options.ts';
import type { EndpointRecord } from './endpoint-record.ts';
import { updateEndpoint } from './endpoint-store.ts';

type UpdateOptions = Pick<EndpointOptions, 'seals' | 'view' | 'clock' | 'dependents'>;

/** A merge patch, with the consent that was requested before the transaction. */
export interface EndpointPatch {
  body: WebhookEndpointUpdate;
  /** Checked; undefined if it is unchanged. */
  url: string | undefined;
  consent: { url: string; rate: number | null } | undefined;
  ifMatch: (version: number) => void;
}

/** The result of an update; `changed` is empty if nothing differs. */
export interface EndpointUpdate {
  resource: WebhookEndpointResource;
  version: number;
  changed: string[];
}

/**
 * Returns sealed headers after a merge patch; undefined if unchanged, because sealing the same
 * again would change the row.
 */
function patchedHeaders(
  tenantId: string,
  endpoint: EndpointRecord,
  { headers }: WebhookEndpointUpdate,
  { seals }: UpdateOptions,
): Pick<EndpointRecord, 'headers' | 'headerNames'> | undefined {
  if (!headers) return undefined;
  const opened = seals.openHeaders(tenantId, endpoint.id, endpoint.headers);
  const merged = mergedHeaders(opened, headers);
  if (isDeepStrictEqual(opened, merged)) return undefined;
  return {
    headers: seals.sealHeaders(tenantId, endpoint.id, merged),
    headerNames: Object.keys(merged),
  };
}

function grantedRate(after: EndpointRecord, { consent }: EndpointPatch): number | null {
  if (after.handshake === 'none') return null;
  return consent ? consent.rate : after.grantedRate;
}

/** Opens or closes the endpoint's queue if its status changes. */
async function applyStatus(
  tx: Tx,
  lane: LaneRecord,
  { before, after }: { before: EndpointRecord; after: EndpointRecord },
  { clock, dependents }: UpdateOptions,
): Promise<void> {
  const isEnabled = after.status === 'enabled';
  if (isEnabled === (before.status === 'enabled')) return;
  if (isEnabled) return openQueue(tx, lane, clock());
  await closeQueue(tx, after.id);
  await dependents.cancelWork(tx, after.id, new Date(clock()));
}

/** Stores the next version of an endpoint, which senders reload. */
export async function storeNextVersion(
  tx: Tx,
  endpoint: EndpointRecord,
  now: Date,
): Promise<EndpointRecord> {
  const next = { ...endpoint, version: endpoint.version + 1, updatedAt: now };
  await updateEndpoint(tx, next);
  await bumpRevision(tx, next.id);
  return next;
}

/** Applies a merge patch to the endpoint, and publishes the changes. */
export async function updateByPatch(
  tx: Tx,
  id: string,
  patch: EndpointPatch,
  options: UpdateOptions,
): Promise<EndpointUpdate> {
  const { lane, endpoint } = await lockedEndpoint(tx, id);
  const now = new Date(options.clock());
  patch.ifMatch(endpoint.version);
  const planned = patched(endpoint, patch.body, patch.url ?? endpoint.url, now);
  if (needsConsent(endpoint, planned) && patch.consent?.url !== planned.url)
    throw problem('conflict', {
      detail: 'Another request changed the endpoint at the same time; retry',
    });
  const after: EndpointRecord = {
    ...planned,
    ...patchedHeaders(tx.context.tenantId, endpoint, patch.body, options),
    grantedRate: grantedRate(planned, patch),
  };
  const { changed, previous } = endpointDifference(endpoint, after);
  if (changed.length === 0) {
    const resource = await shownEndpoint(tx, options.view, endpoint);
    return { resource, version: endpoint.version, changed };
  }
  await applyStatus(tx, lane, { before: endpoint, after }, options);
  const next = await storeNextVersion(tx, after, now);
  const resource = await shownEndpoint(tx, options.view, next);
  await tx.publish({
    type: 'webhook.endpoint_updated',
    subject: endpointSubject(id),
    data: { webhookEndpoint: resource, changed, previous },
  });
  return { resource, version: next.version, changed };
}
