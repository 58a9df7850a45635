import type { SinkConfig, SinkCredentials, SinkKind } from '@platform/contracts';
import type { Egress, EgressResponse, EgressTls } from '@platform/kit/egress';

/** A sink with its secrets opened. */
export interface OpenedSink<K extends SinkKind = SinkKind> {
  tenantId: string;
  id: string;
  /** Counts its changes: what was learned with former credentials does not outlive them. */
  version: number;
  kind: K;
  config: SinkConfig<K>;
  credentials: SinkCredentials<K>;
  tls: EgressTls | undefined;
}

/** An event on its way. */
export interface SinkEntry {
  seq: number;
  id: string;
  type: string;
  occurredAt: string;
  severity: 'low' | 'medium' | 'high';
  /** In the sink's format, one line. */
  text: string;
  /** The same without its data, for receivers that take no long messages. */
  short: () => string;
  isJson: boolean;
}

/** What one request carries. */
export interface SinkBatch {
  channel: 'audit' | 'lifecycle';
  entries: readonly SinkEntry[];
  isTest?: boolean;
}

/** What senders need of the process. */
export interface SenderOptions {
  egress: Egress;
  clock: () => number;
  /** Private enterprise number of structured data. */
  enterpriseId: number;
  /** HOSTNAME of syslog messages where a sink has none. */
  hostname: string;
  /** A test puts stand-ins of vendors in here. */
  vendors?: Partial<Vendors>;
}

/** Addresses that vendors have fixed. */
export interface Vendors {
  datadog: (site: string) => string;
  /** Of tokens for Sentinel. */
  entra: string;
}

/**
 * Sends a batch and returns once the destination has confirmed it, with the last response where there is one.
 * @throws SinkFault
 */
export type Send<K extends SinkKind> = (
  sink: OpenedSink<K>,
  batch: SinkBatch,
  signal: AbortSignal,
) => Promise<EgressResponse | undefined>;
