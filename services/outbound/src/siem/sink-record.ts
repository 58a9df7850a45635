import type { SiemSinkResource } from '@platform/contracts';
import type { SinkRecord } from './sink-store.ts';

/** What of a sink is sealed. */
export interface SinkSecrets {
  credentials: Record<string, unknown> | undefined;
  /** Of kind `http`: they often hold credentials. */
  headers: Record<string, string> | undefined;
  clientKeyPem: string | undefined;
  /** Base64; of redaction by hashes. */
  hashKey: string;
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
