import type { SiemSinkResource } from '@platform/contracts';
import type { SinkRecord } from './sink-store.ts';

/** The sealed part of a sink. */
export interface SinkSecrets {
  credentials: Record<string, unknown> | undefined;
  /** Only for kind `http`: they often contain credentials. */
  headers: Record<string, string> | undefined;
  clientKeyPem: string | undefined;
  /** Base64; for redaction by hashes. */
  hashKey: string;
}

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
