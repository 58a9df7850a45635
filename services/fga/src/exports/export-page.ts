import type { Tx } from '@platform/kit/database';
import { contextualIn } from '../check/check-request.ts';
import { evaluator } from '../evaluation/evaluator.ts';
import type { CheckLimits } from '../evaluation/question.ts';
import { searchSettings } from '../reading/level-sql.ts';
import { postgresReader } from '../reading/postgres-reader.ts';
import { unknown, yes } from '../evaluation/truth.ts';
import { compileAhead, inlineContexts } from '../conditions/inline-condition.ts';
import type { Models } from '../models/model-cache.ts';
import { findStore } from '../store/store-row.ts';
import { parseSubject } from '../language/tuple-key.ts';
import type { SubjectRef } from '../language/tuple-key.ts';
import { listObjectIds } from './export-store.ts';
import type { ExportRecord, PageOfExport } from './export-store.ts';

/** What reading a page needs. */
export interface PageOptions {
  models: Models;
  limits: CheckLimits;
  maxObjects: number;
  batchSize: number;
  ttlMs: number;
}

const checksAtOnce = 100;

/** Checks the objects behind `after` in one snapshot; undefined when the model is gone. */
export async function readPage(
  tx: Tx,
  { models, limits, ...options }: PageOptions,
  { request, modelId, scanned }: ExportRecord,
  after: string | null,
): Promise<PageOfExport | undefined> {
  await tx.rows(`SELECT ${searchSettings}`);
  const [store, model] = [await findStore(tx), await models.find(tx, modelId)];
  if (!model || !store) return undefined;
  const room = Math.min(options.batchSize, options.maxObjects - scanned);
  const ids = await listObjectIds(tx, model, { type: request.type, after, limit: room + 1 });
  const taken = ids.slice(0, room);
  if (model.takesInline) await compileAhead(inlineContexts(request.contextualTuples));
  const contextual = contextualIn(model, request.contextualTuples, '', 0, []);
  const { check } = evaluator({ model, reader: postgresReader(tx), limits });
  const objects: string[] = [];
  let unresolved = 0;
  for (let i = 0; i < taken.length; i += checksAtOnce) {
    const batch = taken.slice(i, i + checksAtOnce);
    const outcomes = await check(
      batch.map((id) => ({
        subject: parseSubject(request.subject) as SubjectRef,
        relation: request.relation,
        object: { type: request.type, id },
        context: request.context,
        contextual,
      })),
    );
    outcomes.forEach(({ value }, n) => {
      if (value === yes) objects.push(`${request.type}:${batch[n]}`);
      else if (value === unknown) unresolved += 1;
    });
  }
  const isLast = ids.length <= room;
  const isFull = scanned + taken.length >= options.maxObjects;
  return {
    objects,
    unresolved,
    scanned: taken.length,
    lastObjectId: taken.at(-1) ?? null,
    revision: store.revision,
    done: isLast || isFull ? { truncated: !isLast, ttlMs: options.ttlMs } : undefined,
  };
}
