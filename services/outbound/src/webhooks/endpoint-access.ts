import { isId } from '@platform/contracts';
import type { WebhookEndpointResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { LaneRecord } from '../lanes/lane-record.ts';
import { lockLane } from '../lanes/lanes.ts';
import type { EndpointRecord } from './endpoint-record.ts';
import { findEndpoint, lockEndpoint } from './endpoint-store.ts';
import type { EndpointView } from './endpoint-view.ts';

/** Returns the endpoint. @throws 404 `not_found` */
export async function existingEndpoint(tx: Tx, id: string): Promise<EndpointRecord> {
  const endpoint = isId('webhookEndpoint', id) ? await findEndpoint(tx, id) : undefined;
  if (!endpoint) throw problem('not_found');
  return endpoint;
}

/** Locks the lane, then the endpoint. @throws 404 `not_found` */
export async function lockedEndpoint(
  tx: Tx,
  id: string,
): Promise<{ lane: LaneRecord; endpoint: EndpointRecord }> {
  const lane = isId('webhookEndpoint', id) ? await lockLane(tx, id) : undefined;
  const endpoint = lane && (await lockEndpoint(tx, id));
  if (!lane || !endpoint) throw problem('not_found');
  return { lane, endpoint };
}

/** Returns the endpoint as in the API. @throws 404 `not_found` */
export async function shownEndpoint(
  tx: Tx,
  view: EndpointView,
  endpoint: EndpointRecord,
): Promise<WebhookEndpointResource> {
  const [resource] = await view(tx, [endpoint]);
  if (!resource) throw problem('not_found');
  return resource;
}

/** The subject of events about an endpoint. */
export const endpointSubject = (id: string) => ({ type: 'webhook_endpoint', id });
