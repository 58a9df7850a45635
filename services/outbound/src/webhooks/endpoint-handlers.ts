import { isDeepStrictEqual } from 'node:util';
import { isId } from '@platform/contracts';
import type { webhookOperations } from '@platform/contracts';
import type { Cursors, Tx } from '@platform/kit/database';
import type { Egress } from '@platform/kit/egress';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { requireUnusedByClaims } from '../claim-schemas/claim-schema-gate.ts';
import { laneGate } from '../deliveries/lane-gate.ts';
import { cancelRecoveries } from '../recoveries/recovery-gate.ts';
import { difference, needsConsent, patched } from './endpoint-changes.ts';
import type { EndpointRecord } from './endpoint-record.ts';
import { checkedUrl, mergedHeaders, normalTypes, requireRoom } from './endpoint-rules.ts';
import { addSecret, revokeSecret, rotateSecret } from './endpoint-secrets.ts';
import type { EndpointSeals } from './endpoint-secrets.ts';
import {
  countEndpointsLocked,
  deleteEndpoint,
  deleteSecretsExcept,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  updateEndpoint,
} from './endpoint-store.ts';
import type { EndpointView } from './endpoint-view.ts';
import { askConsent } from './handshake.ts';

type EndpointHandlers = Pick<
  Handlers<typeof webhookOperations>,
  | 'webhookEndpointList'
  | 'webhookEndpointCreate'
  | 'webhookEndpointGet'
  | 'webhookEndpointUpdate'
  | 'webhookEndpointDelete'
  | 'webhookEndpointRotateSecret'
  | 'webhookEndpointRevokeSecret'
>;

/** What {@link endpointHandlers} needs. */
export interface EndpointHandlerOptions {
  cursors: Cursors;
  egress: Pick<Egress, 'checkUrl' | 'request'>;
  seals: EndpointSeals;
  view: EndpointView;
  origin: string;
  maxEndpoints: number;
  maxRatePerEndpoint: number;
  clock: () => number;
  onOwed: (tenantId: string) => void;
}

const defaultOverlapSeconds = 86_400;
const subjectOf = (id: string) => ({ type: 'webhook_endpoint', id });

/** Locks the lane, then the endpoint; 404 without one. */
async function locked(tx: Tx, id: string) {
  const lane = isId('webhookEndpoint', id) ? await laneGate.lock(tx, id) : undefined;
  const endpoint = lane && (await lockEndpoint(tx, id));
  if (!lane || !endpoint) throw problem('not_found');
  return { lane, endpoint };
}

/** Handlers of endpoints and their secrets. */
export function endpointHandlers({
  cursors,
  egress,
  seals,
  view,
  origin,
  maxEndpoints,
  maxRatePerEndpoint,
  clock,
  onOwed,
}: EndpointHandlerOptions): EndpointHandlers {
  const shown = async (tx: Tx, endpoint: EndpointRecord) => {
    const [resource] = await view(tx, [endpoint]);
    if (!resource) throw problem('not_found');
    return resource;
  };
  const existing = async (tx: Tx, id: string): Promise<EndpointRecord> => {
    const endpoint = isId('webhookEndpoint', id) ? await findEndpoint(tx, id) : undefined;
    if (!endpoint) throw problem('not_found');
    return endpoint;
  };
  const consent = (
    tenantId: string,
    { url, rateLimitPerSecond }: Pick<EndpointRecord, 'url' | 'rateLimitPerSecond'>,
  ): Promise<number | null> =>
    askConsent(egress, {
      tenantId,
      url,
      origin,
      ratePerMinute: 60 * Math.min(rateLimitPerSecond ?? maxRatePerEndpoint, maxRatePerEndpoint),
    });

  /** Stores a change with its secrets' marks, tells of it, and answers the resource. */
  async function changed(tx: Tx, before: EndpointRecord, after: EndpointRecord) {
    const { changed: pointers, previous } = difference(before, after);
    const next = { ...after, version: before.version + 1, updatedAt: new Date(clock()) };
    await updateEndpoint(tx, next);
    await laneGate.changed(tx, next.id);
    const resource = await shown(tx, next);
    await tx.publish({
      type: 'webhook.endpoint_updated',
      subject: subjectOf(next.id),
      data: { webhookEndpoint: resource, changed: pointers, previous },
    });
    return { resource, version: next.version, pointers };
  }

  return {
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

    async webhookEndpointCreate({ principal: { tenantId }, body, commit }) {
      const now = new Date(clock());
      const id = newId('webhookEndpoint');
      const { secret: own, headers = {}, status = 'enabled' } = body;
      const endpoint: EndpointRecord = {
        id,
        url: checkedUrl(egress, body.url),
        eventTypes: normalTypes(body.eventTypes ?? []),
        purposes: body.purposes ?? ['events'],
        description: body.description ?? null,
        organizationIds: body.organizationIds ?? null,
        headers: seals.sealHeaders(tenantId, id, headers),
        headerNames: Object.keys(headers),
        payload: body.payload ?? 'full',
        ordering: body.ordering ?? 'best_effort',
        rateLimitPerSecond: body.rateLimitPerSecond ?? null,
        timeoutSeconds: body.timeoutSeconds ?? 15,
        handshake: body.handshake ?? 'none',
        grantedRate: null,
        status,
        statusReason: status === 'disabled' ? 'admin' : null,
        statusChangedAt: now,
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      if (endpoint.handshake === 'cloudevents')
        endpoint.grantedRate = await consent(tenantId, endpoint);
      return commit(async (tx) => {
        requireRoom(await countEndpointsLocked(tx), maxEndpoints);
        await laneGate.add(tx, id, status === 'enabled');
        await insertEndpoint(tx, endpoint);
        const { secret } = await addSecret(tx, seals, id, own, now);
        const resource = await shown(tx, endpoint);
        await tx.publish({
          type: 'webhook.endpoint_created',
          subject: subjectOf(id),
          data: { webhookEndpoint: resource },
        });
        return answer({ ...resource, secret }, { version: endpoint.version });
      });
    },

    async webhookEndpointGet({ tx, params }) {
      const endpoint = await existing(tx, params.id);
      return answer(await shown(tx, endpoint), { version: endpoint.version });
    },

    async webhookEndpointUpdate({
      principal: { tenantId },
      params,
      body,
      ifMatch,
      audit,
      read,
      commit,
    }) {
      const url = body.url === undefined ? undefined : checkedUrl(egress, body.url);
      const seen = await read((tx) => existing(tx, params.id));
      ifMatch(seen.version);
      const planned = patched(seen, body, url ?? seen.url, new Date(clock()));
      const asked = needsConsent(seen, planned)
        ? { url: planned.url, rate: await consent(tenantId, planned) }
        : undefined;
      return commit(async (tx) => {
        const { lane, endpoint } = await locked(tx, params.id);
        ifMatch(endpoint.version);
        const after = patched(endpoint, body, url ?? endpoint.url, new Date(clock()));
        if (needsConsent(endpoint, after) && asked?.url !== after.url)
          throw problem('conflict', {
            detail: 'the endpoint was changed at the same time: try again',
          });
        if (asked) after.grantedRate = asked.rate;
        if (after.handshake === 'none') after.grantedRate = null;
        if (body.headers) {
          const opened = seals.openHeaders(tenantId, endpoint.id, endpoint.headers);
          const merged = mergedHeaders(opened, body.headers);
          const isSame = isDeepStrictEqual(opened, merged);
          if (!isSame)
            Object.assign(after, {
              headers: seals.sealHeaders(tenantId, endpoint.id, merged),
              headerNames: Object.keys(merged),
            });
        }
        if (difference(endpoint, after).changed.length === 0)
          return answer(await shown(tx, endpoint), { version: endpoint.version });
        if (after.status === 'enabled' && endpoint.status !== 'enabled')
          await laneGate.open(tx, lane, clock());
        if (after.status !== 'enabled' && endpoint.status === 'enabled') {
          await laneGate.close(tx, endpoint.id);
          await cancelRecoveries(tx, endpoint.id, new Date(clock()));
        }
        const { resource, version, pointers } = await changed(tx, endpoint, after);
        audit({ changed: pointers });
        tx.afterCommit(() => onOwed(tenantId));
        return answer(resource, { version });
      });
    },

    async webhookEndpointDelete({ tx, params, ifMatch }) {
      const { endpoint } = await locked(tx, params.id);
      ifMatch(endpoint.version);
      await requireUnusedByClaims(tx, endpoint.id);
      await laneGate.remove(tx, endpoint.id, clock());
      await cancelRecoveries(tx, endpoint.id, new Date(clock()));
      await deleteSecretsExcept(tx, endpoint.id, []);
      await deleteEndpoint(tx, endpoint.id);
      await tx.publish({
        type: 'webhook.endpoint_deleted',
        subject: subjectOf(endpoint.id),
        data: { webhookEndpoint: { id: endpoint.id } },
      });
      return { id: endpoint.id, deleted: true as const };
    },

    async webhookEndpointRotateSecret({ tx, params, body, ifMatch }) {
      const { endpoint } = await locked(tx, params.id);
      ifMatch(endpoint.version);
      const now = new Date(clock());
      const { record, secret } = await rotateSecret(
        tx,
        seals,
        endpoint.id,
        { overlapSeconds: body?.overlapSeconds ?? defaultOverlapSeconds, own: body?.secret },
        now,
      );
      const after = { ...endpoint, version: endpoint.version + 1, updatedAt: now };
      await updateEndpoint(tx, after);
      await laneGate.changed(tx, endpoint.id);
      const resource = await shown(tx, after);
      await tx.publish({
        type: 'webhook.secret_rotated',
        subject: subjectOf(endpoint.id),
        data: { webhookEndpoint: resource, secret: { id: record.id, last4: record.last4 } },
      });
      return answer({ ...resource, secret }, { version: after.version });
    },

    async webhookEndpointRevokeSecret({ tx, params, ifMatch }) {
      const { endpoint } = await locked(tx, params.id);
      ifMatch(endpoint.version);
      const now = new Date(clock());
      const revoked = await revokeSecret(tx, endpoint.id, params.secretId, now);
      const after = { ...endpoint, version: endpoint.version + 1, updatedAt: now };
      await updateEndpoint(tx, after);
      await laneGate.changed(tx, endpoint.id);
      await tx.publish({
        type: 'webhook.secret_revoked',
        subject: subjectOf(endpoint.id),
        data: {
          webhookEndpoint: await shown(tx, after),
          secret: { id: revoked.id, last4: revoked.last4 },
        },
      });
      return { id: revoked.id, deleted: true as const };
    },
  };
}
