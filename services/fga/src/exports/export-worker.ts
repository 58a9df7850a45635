import { randomUUID } from 'node:crypto';
import type { Actor } from '@platform/contracts';
import type { Database, TxContext } from '@platform/kit/database';
import { contextualIn } from '../check/check-request.ts';
import { evaluator } from '../check/evaluator.ts';
import type { CheckLimits } from '../check/evaluator.ts';
import { searchSettings } from '../check/level-sql.ts';
import { postgresReader } from '../check/postgres-reader.ts';
import { unknown, yes } from '../check/truth.ts';
import { compileAhead, inlineContexts } from '../conditions/inline-condition.ts';
import type { Models } from '../models/model-cache.ts';
import { findStore } from '../store/store-row.ts';
import { parseSubject } from '../tuples/tuple-key.ts';
import type { SubjectRef } from '../tuples/tuple-key.ts';
import { exportFact } from './export-handlers.ts';
import {
  expireExport,
  failExport,
  hasRunOut,
  keepPage,
  listObjectIds,
  releaseExport,
  takeExport,
} from './export-store.ts';
import type { ExportRecord, PageOfExport } from './export-store.ts';

/** What the workers of exports need. Times are milliseconds. */
export interface ExportWorkerOptions {
  db: Database;
  models: Models;
  limits: CheckLimits;
  maxObjects: number;
  batchSize: number;
  ttlMs: number;
  staleMs: number;
  maxAttempts: number;
  leaseMs: number;
}

const actor: Actor = { type: 'system', id: 'fga' };
const checksAtOnce = 100;
interface Due {
  tenantId: string;
  id: string;
}

/** Makes exports: each page is checked in one snapshot and kept by who holds the lease. */
export function exportWorker(options: ExportWorkerOptions) {
  const { db, models, limits } = options;
  const dueOf = (condition: string, params: unknown[] = []): Promise<Due[]> =>
    db.work((tx) =>
      tx.rows<Due>(
        `SELECT tenant_id AS "tenantId", id FROM fga_exports WHERE ${condition} LIMIT 100`,
        params,
      ),
    );

  async function fail(
    context: TxContext,
    id: string,
    error: Parameters<typeof failExport>[2],
    held: Parameters<typeof failExport>[3],
  ): Promise<void> {
    await db.transact(context, async (tx) => {
      const failed = await failExport(tx, id, error, held);
      if (failed) await tx.publish(exportFact('failed', failed));
    });
  }

  /** One page; undefined when the model is gone. */
  const readPage = (
    context: TxContext,
    { request, modelId, lastObjectId, scanned }: ExportRecord,
  ): Promise<PageOfExport | undefined> =>
    db.read(context, async (tx) => {
      await tx.rows(`SELECT ${searchSettings}`);
      const [store, model] = [await findStore(tx), await models.find(tx, modelId)];
      if (!model || !store) return undefined;
      const room = Math.min(options.batchSize, options.maxObjects - scanned);
      const ids = await listObjectIds(tx, model, request.type, lastObjectId, room + 1);
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
        leaseMs: options.leaseMs,
        done: isLast || isFull ? { truncated: !isLast, ttlMs: options.ttlMs } : undefined,
      };
    });

  async function make({ tenantId, id }: Due, isStopped: () => boolean): Promise<void> {
    const context: TxContext = { tenantId, actor };
    const token = randomUUID();
    let held = await db.transact(context, (tx) =>
      takeExport(tx, id, { token, leaseMs: options.leaseMs, maxAttempts: options.maxAttempts }),
    );
    if (!held)
      return fail(
        context,
        id,
        { code: 'attempts_exhausted', detail: `tried ${options.maxAttempts} times` },
        { lapsed: true },
      );
    while (held?.state === 'RUNNING' && !isStopped()) {
      const before: ExportRecord = held;
      const page = await readPage(context, before);
      if (!page)
        return fail(
          context,
          id,
          { code: 'model_not_found', detail: 'the model is gone' },
          { token },
        );
      held = await db.transact(context, async (tx) => {
        const kept = await keepPage(tx, before, token, page);
        if (kept?.state === 'COMPLETED') await tx.publish(exportFact('completed', kept));
        return kept;
      });
    }
    if (held?.state === 'RUNNING') await db.transact(context, (tx) => releaseExport(tx, id, token));
  }

  return {
    /** Makes what is due; a lease that nobody renews is taken over. */
    async run(isStopped: () => boolean): Promise<void> {
      for (const due of await dueOf(
        `state = 'PENDING' OR (state = 'RUNNING' AND lease_until < now())`,
      ))
        if (!isStopped()) await make(due, isStopped);
    },
    /** Seconds since the open export that rested longest was moved; 0 without one. */
    async age(): Promise<number> {
      const [oldest] = await db.work((tx) =>
        tx.rows<{ age: number }>(
          `SELECT coalesce(extract(epoch FROM now() - min(updated_at)), 0)::float8 AS age FROM fga_exports WHERE state IN ('PENDING', 'RUNNING')`,
        ),
      );
      return oldest?.age ?? 0;
    },
    /** Fails what nobody moved, and takes away what has run out. */
    async sweep(): Promise<void> {
      for (const { tenantId, id } of await dueOf(
        `state IN ('PENDING', 'RUNNING') AND updated_at < now() - make_interval(secs => $1)`,
        [options.staleMs / 1000],
      )) {
        await fail(
          { tenantId, actor },
          id,
          { code: 'abandoned', detail: 'nothing moved for too long' },
          { staleMs: options.staleMs },
        );
      }
      for (const { tenantId, id } of await dueOf(`expires_at < now() AND ${hasRunOut}`))
        await db.transact({ tenantId, actor }, (tx) => expireExport(tx, id));
    },
  };
}
