import type { webhookOperations } from '@platform/contracts';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { removeQueue } from '../deliveries/endpoint-queue.ts';
import { checkedReceiverUrl } from '../receivers/receiver-url.ts';
import { removeSecrets } from '../receivers/signing-secrets.ts';
import {
  endpointSubject,
  existingEndpoint,
  lockedEndpoint,
  shownEndpoint,
} from './endpoint-access.ts';
import { needsConsent, patched } from './endpoint-changes.ts';
import { createEndpoint, newEndpoint } from './endpoint-creation.ts';
import type { EndpointOptions } from './endpoint-options.ts';
import type { EndpointRecord } from './endpoint-record.ts';
import { deleteEndpoint, listEndpoints } from './endpoint-store.ts';
import { updateByPatch } from './endpoint-update.ts';
import { askConsent } from './handshake.ts';

type EndpointHandlers = Pick<
  Handlers<typeof webhookOperations>,
  | 'webhookEndpointList'
  | 'webhookEndpointCreate'
  | 'webhookEndpointGet'
  | 'webhookEndpointUpdate'
  | 'webhookEndpointDelete'
>;

/** Returns the rate per minute that the target grants; null without a limit. */
const consentOf = (
  tenantId: string,
  { url, rateLimitPerSecond }: Pick<EndpointRecord, 'url' | 'rateLimitPerSecond'>,
  { egress, origin, maxRatePerEndpoint }: EndpointOptions,
): Promise<number | null> =>
  askConsent(egress, {
    tenantId,
    url,
    origin,
    ratePerMinute: 60 * Math.min(rateLimitPerSecond ?? maxRatePerEndpoint, maxRatePerEndpoint),
  });

const readers = ({
  cursors,
  view,
}: EndpointOptions): Pick<EndpointHandlers, 'webhookEndpointList' | 'webhookEndpointGet'> => ({
  async webhookEndpointList({ tx, principal, query: { limit, cursor } }) {
    const bound = { tenantId: principal.tenantId, list: 'webhook endpoints' };
    const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const endpoints = await listEndpoints(tx, before as string | undefined, limit + 1);
    const resources = new Map((await view(tx, endpoints.slice(0, limit))).map((r) => [r.id, r]));
    const page = cursors.page(bound, endpoints, limit, {
      position: (e) => [e.id],
      present: (e) => resources.get(e.id),
    });
    return { ...page, data: page.data.filter((r) => r !== undefined) };
  },

  async webhookEndpointGet({ tx, params }) {
    const endpoint = await existingEndpoint(tx, params.id);
    return answer(await shownEndpoint(tx, view, endpoint), { version: endpoint.version });
  },
});

const writers = (
  options: EndpointOptions,
): Omit<EndpointHandlers, 'webhookEndpointList' | 'webhookEndpointGet'> => ({
  async webhookEndpointCreate({ principal: { tenantId }, body, commit }) {
    const endpoint = newEndpoint(tenantId, body, options);
    if (endpoint.handshake === 'cloudevents')
      endpoint.grantedRate = await consentOf(tenantId, endpoint, options);
    return commit(async (tx) => {
      const created = await createEndpoint(tx, endpoint, body.secret, options);
      return answer(created, { version: endpoint.version });
    });
  },

  async webhookEndpointUpdate({ principal, params, body, ifMatch, audit, read, commit }) {
    const { tenantId } = principal;
    const url = body.url === undefined ? undefined : checkedReceiverUrl(options.egress, body.url);
    const seen = await read((tx) => existingEndpoint(tx, params.id));
    ifMatch(seen.version);
    const planned = patched(seen, body, url ?? seen.url, new Date(options.clock()));
    const consent = needsConsent(seen, planned)
      ? { url: planned.url, rate: await consentOf(tenantId, planned, options) }
      : undefined;
    return commit(async (tx) => {
      const patch = { body, url, consent, ifMatch };
      const { resource, version, changed } = await updateByPatch(tx, params.id, patch, options);
      if (changed.length > 0) {
        audit({ changed });
        tx.afterCommit(() => options.onDeliveriesDue(tenantId));
      }
      return answer(resource, { version });
    });
  },

  async webhookEndpointDelete({ tx, params, ifMatch }) {
    const { endpoint } = await lockedEndpoint(tx, params.id);
    const { id } = endpoint;
    const now = options.clock();
    ifMatch(endpoint.version);
    await options.dependents.requireUnused(tx, id);
    await removeQueue(tx, id, now);
    await options.dependents.cancelWork(tx, id, new Date(now));
    await removeSecrets(tx, id);
    await deleteEndpoint(tx, id);
    // The holder of the lane stops sending.
    tx.afterCommit(() => options.onDeliveriesDue(tx.context.tenantId));
    await tx.publish({
      type: 'webhook.endpoint_deleted',
      subject: endpointSubject(id),
      data: { webhookEndpoint: { id } },
    });
    return { id, deleted: true as const };
  },
});

export const endpointHandlers = (options: EndpointOptions): EndpointHandlers => ({
  ...readers(options),
  ...writers(options),
});
