import { arrayLiteral } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { tupleStoreOf } from '../store/store-key.ts';
import { closureOf, closureParameters } from './closure-rows.ts';
import { closureSql, reverseSql } from './level-sql.ts';
import { readLevel } from './postgres-level.ts';
import type { ReaderBounds, ReaderState } from './reader-state.ts';
import { rowParser } from './sent-rows.ts';
import type { SentRow } from './sent-rows.ts';
import type {
  Closure,
  ClosureEdges,
  ClosureLimits,
  ClosureRow,
  FoundObject,
  ReverseLookup,
  TupleReader,
} from './tuple-reader.ts';
import { conditionsText } from './wanted-objects.ts';

const usualBounds: ReaderBounds = { few: 32, ahead: { least: 200, each: 16 } };

/** Reads the tenant's tuples in the transaction's snapshot, one statement for everything that a level asks and was not read ahead. */
export function postgresReader(tx: Tx, bounds: ReaderBounds = usualBounds): TupleReader {
  const reader: ReaderState = {
    tx,
    tenant: tupleStoreOf(tx),
    parser: rowParser(),
    bounds,
    prefetched: [],
    aheadIsWorth: true,
  };
  return {
    closure: (seeds, edges, limits) => readClosure(reader, seeds, edges, limits),
    level: (reads) => readLevel(reader, reads),
    reverse: (lookups) => readReverse(reader, lookups),
  };
}

async function readClosure(
  { tx, tenant, parser }: ReaderState,
  seeds: readonly ClosureRow[],
  edges: ClosureEdges,
  limits: ClosureLimits,
): Promise<Closure> {
  const sets = [{ subjects: 0, seeds }];
  const { values, bound } = closureParameters({ sets, edges, limits });
  const rows = await tx.prepared<SentRow>('fga closure', closureSql, [tenant, ...values]);
  return closureOf(seeds, rows.map(parser.closed), limits, rows.length >= bound);
}

async function readReverse(
  { tx, tenant }: ReaderState,
  lookups: readonly ReverseLookup[],
): Promise<FoundObject[][]> {
  const columns = [
    lookups.map((_, n) => n),
    lookups.map((l) => l.subject.type),
    lookups.map((l) => l.subject.id),
    lookups.map((l) => l.subject.relation),
    lookups.map((l) => l.relation),
    lookups.map((l) => l.objectType),
    lookups.map((l) => conditionsText(l.conditions)),
    lookups.map((l) => l.limit),
  ];
  const rows = await tx.prepared<FoundObject & { n: number }>('fga reverse', reverseSql, [
    tenant,
    ...columns.map(arrayLiteral),
  ]);
  const found: FoundObject[][] = lookups.map(() => []);
  for (const { n, id, condition, expires } of rows)
    found[n]?.push({ id, condition: condition ?? undefined, expires });
  return found;
}
