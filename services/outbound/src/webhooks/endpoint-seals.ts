import type { SealedColumn } from '@platform/kit/upkeep';
import type { SecretBox } from '@platform/kit/secrets';
import { headerSeals, sealedHeaders } from '../receivers/receiver-headers.ts';
import { sealedSecrets, secretSeals } from '../receivers/signing-secrets.ts';

const table = 'webhook_endpoints';

/** Where headers of endpoints, and the secrets of all receivers, are sealed. */
export const sealedByEndpoints: readonly SealedColumn[] = [sealedHeaders(table), sealedSecrets];

/** Seals what an endpoint must send again. */
export const endpointSeals = (box: SecretBox) => ({
  ...headerSeals(box, table),
  ...secretSeals(box),
});

/** See {@link endpointSeals}. */
export type EndpointSeals = ReturnType<typeof endpointSeals>;
