import type { SealedColumn } from '@platform/kit/upkeep';
import type { SecretBox } from '@platform/kit/secrets';
import type { SubjectIdentifier } from '../subjects/subject-resolution.ts';
import type { ErasureRecord } from './erasure-store.ts';

const fieldOf = (id: string): string => `erasure_requests/${id}/identifiers`;
const secretField = (id: string): string => `erasure_veto_clients/${id}/secret`;

/** The sealed columns of erasure requests. */
export const sealedByErasure: readonly SealedColumn[] = [
  {
    table: 'erasure_requests',
    column: 'identifiers_sealed',
    key: ['id'],
    contextOf: (tenantId, id = '') => ({ tenantId, field: fieldOf(id) }),
  },
  {
    table: 'erasure_veto_clients',
    column: 'secret_sealed',
    key: ['id'],
    contextOf: (tenantId, id = '') => ({ tenantId, field: secretField(id) }),
  },
];

/** Seals the person's identifiers at the time of the request, which every attempt sends to services. */
export const subjectSeals = (box: SecretBox) => ({
  seal: (tenantId: string, id: string, identifiers: readonly SubjectIdentifier[]): string =>
    box.seal(JSON.stringify(identifiers), { tenantId, field: fieldOf(id) }),
  open(
    tenantId: string,
    { id, identifiersSealed }: Pick<ErasureRecord, 'id' | 'identifiersSealed'>,
  ): SubjectIdentifier[] {
    if (identifiersSealed === null) return [];
    return JSON.parse(
      box.open(identifiersSealed, { tenantId, field: fieldOf(id) }),
    ) as SubjectIdentifier[];
  },
  sealSecret: (tenantId: string, id: string, secret: string): string =>
    box.seal(secret, { tenantId, field: secretField(id) }),
  openSecret: (tenantId: string, id: string, sealed: string): string =>
    box.open(sealed, { tenantId, field: secretField(id) }),
});

export type SubjectSeals = ReturnType<typeof subjectSeals>;
