import type {
  SiemSinkResource,
  SinkFilterRules,
  SinkFormatName,
  SinkKind,
  SinkRedactionRules,
} from '@platform/contracts';

/** What of a sink is sealed. */
export interface SinkSecrets {
  credentials: Record<string, unknown> | undefined;
  /** Of kind `http`: they often hold credentials. */
  headers: Record<string, string> | undefined;
  clientKeyPem: string | undefined;
  /** Base64; of redaction by hashes. */
  hashKey: string;
}

/** A row of siem_sinks. */
export interface SinkRecord {
  id: string;
  name: string;
  kind: SinkKind;
  /** Without headers. */
  config: Record<string, unknown>;
  /** Sealed JSON. */
  secrets: string;
  hasCredentials: boolean;
  credentialsLast4: string | null;
  format: SinkFormatName;
  filter: SinkFilterRules;
  redaction: SinkRedactionRules;
  batch: SiemSinkResource['batch'];
  tls: SiemSinkResource['tls'];
  status: SiemSinkResource['status'];
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A sink as the API answers it. */
export const sinkResource = ({
  secrets: _secrets,
  version: _version,
  createdAt,
  updatedAt,
  ...shown
}: SinkRecord): SiemSinkResource => ({
  ...shown,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
