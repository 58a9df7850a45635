import type { WebhookEndpointResource } from '@platform/contracts';
import { blockResource, laneBlocks } from '../lanes/lane-blocks.ts';
import type { LaneRecord } from '../lanes/lane-record.ts';
import { shownSecrets } from '../receivers/signing-secrets.ts';
import type { SecretRecord } from '../receivers/signing-secrets.ts';

/** A row of webhook_endpoints. */
export interface EndpointRecord {
  id: string;
  url: string;
  eventTypes: string[];
  purposes: ('events' | 'claims')[];
  description: string | null;
  organizationIds: string[] | null;
  /** Sealed JSON. */
  headers: string | null;
  headerNames: string[];
  payload: 'full' | 'thin';
  ordering: 'best_effort' | 'strict';
  rateLimitPerSecond: number | null;
  timeoutSeconds: number;
  handshake: 'none' | 'cloudevents';
  /** Attempts per minute that the target granted. */
  grantedRate: number | null;
  status: 'enabled' | 'disabled' | 'auto_disabled';
  statusReason: 'admin' | 'failing' | 'gone' | null;
  statusChangedAt: Date;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The default timeout of an attempt. */
export const defaultTimeoutSeconds = 15;

export interface EndpointDetails {
  lane: LaneRecord;
  secrets: readonly SecretRecord[];
  pending: number;
  held: number;
  now: number;
}

const timeOrNull = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString();

export function endpointResource(
  endpoint: EndpointRecord,
  { lane, secrets, pending, held, now }: EndpointDetails,
  sourceAddresses: readonly string[],
): WebhookEndpointResource {
  const { health } = lane;
  const {
    headers: _headers,
    grantedRate: _granted,
    version: _version,
    statusChangedAt,
    createdAt,
    updatedAt,
    ...shown
  } = endpoint;
  return {
    ...shown,
    statusChangedAt: statusChangedAt.toISOString(),
    secrets: shownSecrets(secrets),
    health: {
      circuit: health.circuit,
      consecutiveFailures: health.consecutiveFailures,
      failingSince: timeOrNull(health.failingSince),
      lastSuccessAt: timeOrNull(health.lastSuccessAt),
      lastFailureAt: timeOrNull(health.lastFailureAt),
      lastError: health.lastError,
      pendingDeliveries: pending,
      heldDeliveries: held,
    },
    blockedBy: laneBlocks(lane, now).map(blockResource),
    sourceAddresses: [...sourceAddresses],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
