import type { Tx } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import { SecretFault } from '@platform/kit/secrets';
import { LRUCache } from 'lru-cache';
import { listLiveSigningSecrets } from '../receivers/signing-secrets.ts';
import type { EndpointRecord } from './endpoint-record.ts';
import type { EndpointSeals } from './endpoint-seals.ts';
import { findEndpoint } from './endpoint-store.ts';

/** The decrypted endpoint, for attempts. */
export interface EndpointTarget {
  tenantId: string;
  endpointId: string;
  url: string;
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

  async function read(tx: Tx, endpointId: string): Promise<EndpointTarget | undefined> {
    const { tenantId } = tx.context;
    const endpoint = await findEndpoint(tx, endpointId);
    if (!endpoint) return undefined;
    const secrets = await listLiveSigningSecrets(tx, [endpointId], new Date(clock()));
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

  return {
    /** Returns an endpoint; undefined if it does not exist. `revision` is the lane's, read in the same transaction. */
    async of(tx: Tx, endpointId: string, revision: number): Promise<EndpointTarget | undefined> {
      const key = `${tx.context.tenantId} ${endpointId} ${revision}`;
      const known = kept.get(key);
      if (known) return known;
      const target = await read(tx, endpointId);
      if (target) kept.set(key, target);
      return target;
    },
  };
}

export type EndpointTargets = ReturnType<typeof endpointTargets>;
