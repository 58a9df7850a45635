import type { SinkConfig, SinkCredentials, SinkKind } from '@platform/contracts';
import type { Egress, EgressResponse, EgressTls } from '@platform/kit/egress';

/** A sink with decrypted secrets. */
export interface OpenedSink<K extends SinkKind = SinkKind> {
  tenantId: string;
  id: string;
  /** Incremented by changes: tokens obtained with previous credentials are not reused. */
  version: number;
  kind: K;
  config: SinkConfig<K>;
  credentials: SinkCredentials<K>;
  tls: EgressTls | undefined;
}

export interface SinkEntry {
  seq: number;
  id: string;
  type: string;
  occurredAt: string;
  severity: 'low' | 'medium' | 'high';
  /** In the sink's format, one line. */
  text: string;
  /** The same without its data, for receivers that accept no long messages. */
  short: () => string;
  isJson: boolean;
}

export interface SinkBatch {
  channel: 'audit' | 'lifecycle';
  entries: readonly SinkEntry[];
  isTest?: boolean;
}

export interface SenderOptions {
  egress: Egress;
  clock: () => number;
  /** Private enterprise number of structured data. */
  enterpriseId: number;
  /** HOSTNAME of syslog messages if the sink has none. */
  hostname: string;
  /** Stand-ins for vendors, for tests. */
  vendors?: Partial<Vendors>;
}

/** Addresses that vendors have fixed. */
export interface Vendors {
  datadog: (site: string) => string;
  /** The token endpoint for Sentinel. */
  entra: string;
}

/**
 * Sends a batch and resolves once the destination has confirmed it, with the last response if there
 * is one.
 * @throws SinkFault
 */
export type Send<K extends SinkKind> = (
  sink: OpenedSink<K>,
  batch: SinkBatch,
  signal: AbortSignal,
) => Promise<EgressResponse | undefined>;
