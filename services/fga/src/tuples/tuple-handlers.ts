import type { fgaTupleOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import type { ConsistencyTokens } from '../store/consistency-token.ts';
import { changeFeed } from './change-feed.ts';
import { deleteFiltered, importTuples } from './tuple-bulk.ts';
import type { BulkWriteOptions } from './tuple-bulk.ts';
import { listTuples, positionOf } from './tuple-filter.ts';
import { filterOfQuery, refuseNoType } from './tuple-filter-input.ts';
import { storedTupleResource } from './tuple-record.ts';
import { auditedWrite, digestOf, readWrite } from './tuple-requests.ts';

/** What the handlers of tuples need. */
export interface TupleHandlerOptions extends BulkWriteOptions {
  cursors: Cursors;
  tokens: ConsistencyTokens;
  limits: BulkWriteOptions['limits'] & { maxWritesPerRequest: number; changesRetentionMs: number };
}

/** Handlers of relation tuples and of the feed of their changes. */
export function tupleHandlers(options: TupleHandlerOptions): Handlers<typeof fgaTupleOperations> {
  const { cursors, models, writer, tokens, limits } = options;
  const feed = changeFeed({ cursors, retentionMs: limits.changesRetentionMs });
  return {
    async fgaTuplesRead({ tx, principal, query: { limit, cursor, ...filters } }) {
      const bound = { tenantId: principal.tenantId, list: 'tuples', filters };
      const filter = filterOfQuery(filters);
      const after = cursor === undefined ? undefined : cursors.decode(bound, cursor);
      return cursors.page(bound, await listTuples(tx, filter, after, limit + 1), limit, {
        position: (row) => positionOf(filter, row),
        present: storedTupleResource,
      });
    },

    async fgaTuplesWrite({ tx, principal, body, audit }) {
      const read = await readWrite(tx, models, body, limits.maxWritesPerRequest);
      const { onDuplicate, onMissing } = body;
      const outcome = await writer.write(tx, {
        ...read,
        onDuplicate,
        onMissing,
        source: 'api',
        pointers: { writes: '/writes', deletes: '/deletes' },
      });
      audit({ details: auditedWrite(outcome, read) });
      return { ...outcome, consistencyToken: tokens.encode(principal.tenantId, outcome.revision) };
    },

    async fgaTuplesImport({ tx, principal, body, audit }) {
      const { keys, written, skipped, revision } = await importTuples(options, tx, body);
      audit({ details: { imported: written, skipped, digest: digestOf(keys) } });
      return {
        imported: written,
        skipped,
        revision,
        consistencyToken: tokens.encode(principal.tenantId, revision),
      };
    },

    async fgaTuplesDeleteByFilter({ tx, principal, body, audit }) {
      const { keys, more, revision } = await deleteFiltered(options, tx, body);
      const { dryRun } = body;
      audit({ details: { deleted: dryRun ? 0 : keys.length, dryRun, digest: digestOf(keys) } });
      return {
        deleted: keys.length,
        more,
        revision,
        consistencyToken: tokens.encode(principal.tenantId, revision),
      };
    },

    fgaChangesList({ tx, query }) {
      refuseNoType(query);
      return feed(tx, query);
    },
  };
}
