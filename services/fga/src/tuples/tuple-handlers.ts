import type { fgaTupleOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { invalid } from '@platform/kit/problem';
import type { Models } from '../models/model-cache.ts';
import type { ConsistencyTokens } from '../store/consistency-token.ts';
import { findStore } from '../store/store-row.ts';
import { changeFeed } from './change-feed.ts';
import { lockFiltered, listTuples, positionOf } from './tuple-filter.ts';
import { filterOfBody, filterOfQuery, refuseNoType } from './tuple-filter-input.ts';
import { keyText } from '../language/tuple-key.ts';
import { storedTupleResource, tupleOf } from './tuple-record.ts';
import {
  auditedWrite,
  digestOf,
  fittingTuples,
  readWrite,
  refuseBeyond,
} from './tuple-requests.ts';
import { duplicateErrors, refuseTuples } from './tuple-rules.ts';
import type { TupleWriter } from './tuple-writes.ts';

/** What the handlers of tuples need. */
export interface TupleHandlerOptions {
  cursors: Cursors;
  models: Models;
  writer: TupleWriter;
  tokens: ConsistencyTokens;
  limits: { maxWritesPerRequest: number; maxImportTuples: number; changesRetentionMs: number };
}

/** Handlers of relation tuples and of the feed of their changes. */
export function tupleHandlers({
  cursors,
  models,
  writer,
  tokens,
  limits,
}: TupleHandlerOptions): Handlers<typeof fgaTupleOperations> {
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
      refuseBeyond(
        body.tuples.length,
        limits.maxImportTuples,
        'max_import_tuples_per_request',
        '/tuples',
      );
      if (body.tuples.length === 0) throw invalid('/tuples', 'required', 'must not be empty');
      const { tuples, errors } = await fittingTuples(tx, models, {
        tuples: body.tuples,
        modelId: body.modelId,
        pointer: '/tuples',
      });
      refuseTuples(errors);
      const keyTexts = tuples.map(keyText);
      if (new Set(keyTexts).size < keyTexts.length)
        refuseTuples(duplicateErrors([{ base: '/tuples', keys: tuples }]));
      const { written, skipped, revision } = await writer.write(tx, {
        writes: tuples,
        deletes: [],
        onDuplicate: body.onDuplicate,
        onMissing: 'error',
        preconditions: [],
        source: 'import',
        pointers: { writes: '/tuples', deletes: '' },
      });
      audit({ details: { imported: written, skipped, digest: digestOf(keyTexts) } });
      return {
        imported: written,
        skipped,
        revision,
        consistencyToken: tokens.encode(principal.tenantId, revision),
      };
    },

    async fgaTuplesDeleteByFilter({ tx, principal, body: { filter, limit, dryRun }, audit }) {
      const read = filterOfBody(filter);
      const rows = dryRun
        ? await listTuples(tx, read, undefined, limit + 1)
        : await lockFiltered(tx, read, limit + 1);
      const keys = rows.slice(0, limit).map(tupleOf);
      const more = rows.length > limit;
      const revision =
        dryRun || keys.length === 0
          ? ((await findStore(tx))?.revision ?? 0)
          : (
              await writer.write(tx, {
                writes: [],
                deletes: keys,
                onDuplicate: 'error',
                onMissing: 'ignore',
                preconditions: [],
                source: 'filter',
                pointers: { writes: '', deletes: '' },
              })
            ).revision;
      audit({
        details: { deleted: dryRun ? 0 : keys.length, dryRun, digest: digestOf(keys.map(keyText)) },
      });
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
