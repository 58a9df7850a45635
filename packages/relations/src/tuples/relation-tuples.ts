import type {
  RelationTupleResource,
  TupleChangeResource,
  TuplesDeletion,
  TuplesImport,
  TuplesWrite,
} from '@platform/contracts';
import type { Cursors, Database, Page, Tx } from '@platform/kit/database';
import { keyText } from '../keys/tuple-key.ts';
import type { Models } from '../models/model-cache.ts';
import type { ConsistencyTokens } from '../store/consistency-token.ts';
import type { RevisionHints } from '../store/revision-hints.ts';
import { changeFeed } from './change-feed.ts';
import type { ChangeQuery } from './change-feed.ts';
import { deleteTuplesOfSubject, tuplesOfSubject } from './subject-tuples.ts';
import { deleteFiltered, importTuples } from './tuple-bulk.ts';
import { sweepExpiredTuples } from './tuple-expiry.ts';
import { listTuples, positionOf } from './tuple-filter.ts';
import { filterOfQuery } from './tuple-filter-input.ts';
import type { FilterInput } from './tuple-filter-input.ts';
import { storedTupleResource } from './tuple-record.ts';
import { readWrite } from './tuple-requests.ts';
import type { WriteOutcome, WriteSource } from './tuple-write.ts';
import { tupleWriter } from './tuple-writes.ts';

/** The result of a write: `keys` are the texts of all tuples that it named, and the token is of the revision that it made. */
export interface WrittenTuples extends WriteOutcome {
  keys: string[];
  consistencyToken: string;
}

/** The tuples of a tenant. Each write is whole or not at all, and publishes `fga.tuples_written`. */
export interface RelationTuples {
  /** A page of the tuples that a filter finds. */
  read(
    tx: Tx,
    query: FilterInput & { limit: number; cursor?: string | undefined },
  ): Promise<Page<RelationTupleResource>>;
  /** A page of the feed of changes; 410 for a cursor older than the feed. */
  changes(tx: Tx, query: ChangeQuery): Promise<Page<TupleChangeResource>>;
  /** 422 with every tuple that the model does not take, 409 for a precondition, a duplicate or a missing tuple. */
  write(tx: Tx, body: TuplesWrite, source: WriteSource): Promise<WrittenTuples>;
  import(tx: Tx, body: TuplesImport): Promise<WrittenTuples>;
  /** Deletes what a filter finds, or lists it (`dryRun`); `more` when there are others. */
  deleteByFilter(
    tx: Tx,
    body: TuplesDeletion,
  ): Promise<{ keys: string[]; more: boolean; revision: number; consistencyToken: string }>;
  /** Tuples whose subject is this one, at most `limit`. */
  ofSubject(tx: Tx, subject: string, limit: number): Promise<RelationTupleResource[]>;
  /** Deletes every tuple whose subject is this one, and returns their number. */
  deleteOfSubject(tx: Tx, subject: string): Promise<number>;
  /** Deletes expired tuples of all tenants, and returns their number. */
  sweepExpired(db: Database): Promise<number>;
}

/** Reads and writes tuples of the store. */
export function relationTuples({
  cursors,
  models,
  tokens,
  hints,
  limits,
}: {
  cursors: Cursors;
  models: Models;
  tokens: ConsistencyTokens;
  hints: RevisionHints;
  limits: {
    maxTuples: number;
    maxWritesPerRequest: number;
    maxImportTuples: number;
    changesRetentionMs: number;
  };
}): RelationTuples {
  const writer = tupleWriter({ maxTuples: limits.maxTuples, hints });
  const withToken = <T extends { revision: number }>(tx: Tx, outcome: T) => ({
    ...outcome,
    consistencyToken: tokens.encode(tx.context.tenantId, outcome.revision),
  });
  return {
    async read(tx, { limit, cursor, ...filters }) {
      const bound = { tenantId: tx.context.tenantId, list: 'tuples', filters };
      const filter = filterOfQuery(filters);
      const after = cursor === undefined ? undefined : cursors.decode(bound, cursor);
      return cursors.page(bound, await listTuples(tx, filter, after, limit + 1), limit, {
        position: (row) => positionOf(filter, row),
        present: storedTupleResource,
      });
    },
    changes: changeFeed({ cursors, retentionMs: limits.changesRetentionMs }),
    async write(tx, body, source) {
      const read = await readWrite(tx, models, body, limits.maxWritesPerRequest);
      const { onDuplicate, onMissing } = body;
      const pointers = { writes: '/writes', deletes: '/deletes' };
      const outcome = await writer.write(tx, { ...read, onDuplicate, onMissing, source, pointers });
      const keys = [...read.writes, ...read.deletes].map(keyText);
      return withToken(tx, { ...outcome, keys });
    },
    import: async (tx, body) =>
      withToken(tx, await importTuples({ models, writer, limits }, tx, body)),
    deleteByFilter: async (tx, body) => withToken(tx, await deleteFiltered(writer, tx, body)),
    ofSubject: tuplesOfSubject,
    deleteOfSubject: (tx, subject) => deleteTuplesOfSubject(tx, subject, writer),
    sweepExpired: (db) => sweepExpiredTuples(db, hints),
  };
}
