import type { Tx } from '@platform/kit/database';
import type { MemoryTuple } from '../src/reading/memory-reader.ts';
import { tupleStoreOf } from '../src/store/store-key.ts';

/** Stores tuples as they are, whatever a model says. */
export async function putTuples(tx: Tx, tuples: readonly MemoryTuple[]): Promise<void> {
  const rows = tuples.map((t) => [
    t.object.type,
    t.object.id,
    t.relation,
    t.subject.type,
    t.subject.id,
    t.subject.relation ?? '',
    t.condition?.name ?? null,
    t.condition ? JSON.stringify(t.condition.context ?? {}) : null,
    t.expiresAt === undefined ? null : new Date(t.expiresAt),
  ]);
  await tx.execute(
    `INSERT INTO relation_tuples (tenant_id, object_type, object_id, relation, subject_type, subject_id, subject_relation, condition_name, condition_context, expires_at, revision)
    SELECT $1, *, 1 FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[], $10::timestamptz[])`,
    [tupleStoreOf(tx), ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => rows.map((row) => row[i]))],
  );
}
