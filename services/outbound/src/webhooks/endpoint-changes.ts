import type { WebhookEndpointUpdate } from '@platform/contracts';
import { invalid } from '@platform/kit/problem';
import type { EndpointRecord } from './endpoint-record.ts';
import { normalTypes, requireTypes } from './endpoint-rules.ts';
import { endpointTurn } from './endpoint-state.ts';

/** Returns the changes for a requested status; none if the endpoint already has it. */
function statusAfter(
  endpoint: EndpointRecord,
  wanted: WebhookEndpointUpdate['status'],
  now: Date,
): Partial<EndpointRecord> {
  if (wanted === undefined) return {};
  const event = wanted === 'enabled' ? 'enabled_by_admin' : 'disabled_by_admin';
  const turn = endpointTurn(endpoint.status, event);
  return turn ? { status: turn.status, statusReason: turn.reason, statusChangedAt: now } : {};
}

/** Applies a merge patch to an endpoint, except its sealed headers. */
export function patched(
  endpoint: EndpointRecord,
  { headers: _headers, url: _url, purposes, status, eventTypes, ...change }: WebhookEndpointUpdate,
  url: string,
  now: Date,
): EndpointRecord {
  if (
    purposes !== undefined &&
    [...purposes].sort().join() !== [...endpoint.purposes].sort().join()
  )
    throw invalid('/purposes', 'immutable', 'cannot be changed after the endpoint is created');
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  const after: EndpointRecord = {
    ...endpoint,
    ...given,
    url,
    eventTypes: eventTypes === undefined ? endpoint.eventTypes : normalTypes(eventTypes),
    ...statusAfter(endpoint, status, now),
  };
  requireTypes(after.eventTypes, after.purposes);
  return after;
}

const compared = [
  'url',
  'eventTypes',
  'description',
  'organizationIds',
  'headerNames',
  'payload',
  'ordering',
  'rateLimitPerSecond',
  'timeoutSeconds',
  'handshake',
  'status',
  'statusReason',
] as const;

/**
 * Returns JSON Pointers to the differences, with the previous values. A header's value shows as a
 * change of `headerNames`.
 */
export function endpointDifference(
  before: EndpointRecord,
  after: EndpointRecord,
): { changed: string[]; previous: Record<string, unknown> } {
  const changed = compared.filter(
    (name) =>
      JSON.stringify(before[name]) !== JSON.stringify(after[name]) ||
      (name === 'headerNames' && before.headers !== after.headers),
  );
  return {
    changed: changed.map((name) => `/${name}`),
    previous: Object.fromEntries(changed.map((name) => [`/${name}`, before[name]])),
  };
}

/** Whether the target must be asked (again) for its consent to deliveries. */
export const needsConsent = (
  before: Pick<EndpointRecord, 'url' | 'handshake' | 'status'>,
  after: Pick<EndpointRecord, 'url' | 'handshake' | 'status'>,
): boolean =>
  after.handshake === 'cloudevents' &&
  (after.url !== before.url ||
    before.handshake !== 'cloudevents' ||
    (after.status === 'enabled' && before.status !== 'enabled'));
