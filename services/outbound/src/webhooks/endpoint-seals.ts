import type { SealedColumn } from '@platform/kit/upkeep';
import type { SecretBox } from '@platform/kit/secrets';
import { headerSeals, sealedHeaders } from '../receivers/receiver-headers.ts';
import { sealedSecrets, secretSeals } from '../receivers/signing-secrets.ts';

const table = 'webhook_endpoints';

/** The sealed columns of endpoints' headers, and of all receivers' secrets. */
export const sealedByEndpoints: readonly SealedColumn[] = [sealedHeaders(table), sealedSecrets];

/** Seals the headers and secrets of endpoints. */
export const endpointSeals = (box: SecretBox) => ({
  ...headerSeals(box, table),
  ...secretSeals(box),
});

export type EndpointSeals = ReturnType<typeof endpointSeals>;
