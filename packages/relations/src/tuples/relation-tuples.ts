import type {
  RelationTupleResource,
  TuplesDeletion,
  TuplesImport,
  TuplesWrite,
} from '@platform/contracts';
import type { Cursors, Database, Page, Tx } from '@platform/kit/database';
import { keyText } from '../keys/tuple-key.ts';
import type { Models } from '../models/model-cache.ts';
import type { ConsistencyTokens } from '../store/consistency-token.ts';
import type { RevisionHints } from '../store/revision-hints.ts';
import { storeKeyOf } from '../store/store-key.ts';
import { changeFeed } from './change-feed.ts';
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
}) {
  const writer = tupleWriter({ maxTuples: limits.maxTuples, hints });
  const withToken = <T extends { revision: number }>(tx: Tx, outcome: T) => ({
    ...outcome,
    consistencyToken: tokens.encode(storeKeyOf(tx.context), outcome.revision),
  });
  return {
    /** A page of the tuples that a filter finds. */
    async read(
      tx: Tx,
      { limit, cursor, ...filters }: FilterInput & { limit: number; cursor?: string | undefined },
    ): Promise<Page<RelationTupleResource>> {
      const bound = { tenantId: storeKeyOf(tx.context), list: 'tuples', filters };
      const filter = filterOfQuery(filters);
      const after = cursor === undefined ? undefined : cursors.decode(bound, cursor);
      return cursors.page(bound, await listTuples(tx, filter, after, limit + 1), limit, {
        position: (row) => positionOf(filter, row),
        present: storedTupleResource,
      });
    },
    /** A page of the feed of changes; 410 for a cursor older than the feed. */
    changes: changeFeed({ cursors, retentionMs: limits.changesRetentionMs }),
    /** 422 with every tuple that the model does not accept; 409 for a precondition, a duplicate or a missing tuple. */
    async write(tx: Tx, body: TuplesWrite, source: WriteSource): Promise<WrittenTuples> {
      const read = await readWrite(tx, models, body, limits.maxWritesPerRequest);
      const { onDuplicate, onMissing } = body;
      const pointers = { writes: '/writes', deletes: '/deletes' };
      const outcome = await writer.write(tx, { ...read, onDuplicate, onMissing, source, pointers });
      const keys = [...read.writes, ...read.deletes].map(keyText);
      return withToken(tx, { ...outcome, keys });
    },
    import: async (tx: Tx, body: TuplesImport): Promise<WrittenTuples> =>
      withToken(tx, await importTuples({ models, writer, limits }, tx, body)),
    /** Deletes the tuples that a filter finds, or lists them (`dryRun`); `more` when there are others. */
    deleteByFilter: async (tx: Tx, body: TuplesDeletion) =>
      withToken(tx, await deleteFiltered(writer, tx, body)),
    /** Tuples whose subject is this one, at most `limit`. */
    ofSubject: tuplesOfSubject,
    /** Deletes every tuple whose subject is this one, and returns their number. */
    deleteOfSubject: (tx: Tx, subject: string) => deleteTuplesOfSubject(tx, subject, writer),
    /** Deletes expired tuples of all tenants, and returns their number. */
    sweepExpired: (db: Database) => sweepExpiredTuples(db, hints),
  };
}
