import type { Tx } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import { SecretFault } from '@platform/kit/secrets';
import { LRUCache } from 'lru-cache';
import { listLiveSigningSecrets } from '../receivers/signing-secrets.ts';
import { withoutQuery } from '../receivers/receiver-url.ts';
import type { SecretRecord } from '../receivers/signing-secrets.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import type { EndpointRecord } from './endpoint-record.ts';
import type { EndpointSeals } from './endpoint-seals.ts';
import { findEndpoints } from './endpoint-store.ts';

/** The decrypted endpoint, for attempts. */
export interface EndpointTarget {
  tenantId: string;
  endpointId: string;
  url: string;
  /** The URL as attempts record it. */
  recordedUrl: string;
  /** Absent if they cannot be decrypted. */
  headers: Readonly<Record<string, string>> | undefined;
  /** Newest first; `value` is absent if it cannot be decrypted. */
  secrets: readonly { id: string; value: string | undefined; expiresAt: number | null }[];
  payload: 'full' | 'thin';
  ordering: 'best_effort' | 'strict';
  timeoutMs: number;
  /** The minimum interval between the starts of two attempts. */
  intervalMs: number;
  /** Sent if the target gave its consent. */
  origin: string | undefined;
}

/** Reads endpoints for sending; caches the decrypted ones in memory until their revision changes. */
export function endpointTargets({
  seals,
  origin,
  maxRatePerEndpoint,
  log,
  clock,
}: {
  seals: EndpointSeals;
  origin: string;
  maxRatePerEndpoint: number;
  log: Logger;
  clock: () => number;
}) {
  const kept = new LRUCache<string, EndpointTarget>({ max: 2_000, ttl: 300_000 });

  function openHeaders(
    tenantId: string,
    { id, headers }: EndpointRecord,
  ): Record<string, string> | undefined {
    try {
      return seals.openHeaders(tenantId, id, headers);
    } catch (error) {
      if (!(error instanceof SecretFault)) throw error;
      log.error({ err: error, endpointId: id }, 'the headers of an endpoint cannot be opened');
      return undefined;
    }
  }

  function targetOf(
    tenantId: string,
    endpoint: EndpointRecord,
    secrets: readonly SecretRecord[],
  ): EndpointTarget {
    const endpointId = endpoint.id;
    const onFault = (fault: Error): void =>
      log.error({ err: fault, endpointId }, 'a signing secret cannot be opened');
    const rate = Math.min(
      endpoint.rateLimitPerSecond ?? maxRatePerEndpoint,
      maxRatePerEndpoint,
      (endpoint.grantedRate ?? Infinity) / 60,
    );
    return {
      tenantId,
      endpointId,
      url: endpoint.url,
      recordedUrl: withoutQuery(endpoint.url),
      headers: openHeaders(tenantId, endpoint),
      secrets: secrets.map((s) => ({
        id: s.id,
        value: seals.openSecret(tenantId, s, onFault),
        expiresAt: s.expiresAt?.getTime() ?? null,
      })),
      payload: endpoint.payload,
      ordering: endpoint.ordering,
      timeoutMs: endpoint.timeoutSeconds * 1000,
      intervalMs: 1000 / rate,
      origin: endpoint.handshake === 'cloudevents' ? origin : undefined,
    };
  }

  async function read(tx: Tx, ids: readonly string[]): Promise<EndpointTarget[]> {
    if (ids.length === 0) return [];
    const [endpoints, secrets] = await Promise.all([
      findEndpoints(tx, ids),
      listLiveSigningSecrets(tx, ids, new Date(clock())),
    ]);
    return endpoints.map((one) =>
      targetOf(
        tx.context.tenantId,
        one,
        secrets.filter(({ ownerId }) => ownerId === one.id),
      ),
    );
  }

  /** Returns endpoints by id, without those that do not exist. The revisions of the lanes are read in the same transaction. */
  async function list(
    tx: Tx,
    lanes: readonly Pick<LaneRecord, 'endpointId' | 'revision'>[],
  ): Promise<Map<string, EndpointTarget>> {
    const known = new Map<string, EndpointTarget>();
    const unknown = new Map<string, string>();
    for (const { endpointId, revision } of lanes) {
      const key = `${tx.context.tenantId} ${endpointId} ${revision}`;
      const target = kept.get(key);
      if (target) known.set(endpointId, target);
      else unknown.set(endpointId, key);
    }
    for (const target of await read(tx, [...unknown.keys()])) {
      kept.set(unknown.get(target.endpointId)!, target);
      known.set(target.endpointId, target);
    }
    return known;
  }

  return {
    list,
    /** Returns an endpoint; undefined if it does not exist. `revision` is the lane's, read in the same transaction. */
    of: async (tx: Tx, endpointId: string, revision: number): Promise<EndpointTarget | undefined> =>
      (await list(tx, [{ endpointId, revision }])).get(endpointId),
  };
}

export type EndpointTargets = ReturnType<typeof endpointTargets>;
