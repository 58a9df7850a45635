import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import type { Database, Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import fc from 'fast-check';
import { evaluator } from '../src/evaluation/evaluator.ts';
import { memoryReader } from '../src/reading/memory-reader.ts';
import type { MemoryTuple } from '../src/reading/memory-reader.ts';
import {
  aheadLevelSql,
  levelSql,
  openingLevelSql,
  reverseSql,
  searchSettings,
} from '../src/reading/level-sql.ts';
import { postgresReader } from '../src/reading/postgres-reader.ts';
import { listObjectIds } from '../src/listing/object-scan.ts';
import { listObjects } from '../src/listing/list-objects.ts';
import { listSubjects } from '../src/listing/list-subjects.ts';
import { compileModel } from '../src/models/compiled-model.ts';
import type { ObjectRef, SubjectRef } from '../src/keys/tuple-key.ts';
import { parseObject, parseSubject } from '../src/keys/tuple-key.ts';
import { accessDatabase } from './access-database.ts';
import { putTuples } from './stored-tuples.ts';
import { tupleStoreOf } from '../src/store/store-key.ts';
import { aged, questions, stores, acceptsTuple } from './random-stores.ts';

let db: Database;
let url: string;
let stop: () => Promise<void>;
const actor = { type: 'system', id: 'test' } as const;

beforeAll(async () => {
  ({ db, url, stop } = await accessDatabase());
});
afterAll(() => stop());

/** Runs in a tenant that has these tuples. */
async function withTuples<T>(
  tuples: readonly MemoryTuple[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const context = { tenantId: newId('tenant'), actor };
  await db.transact(context, (tx) => putTuples(tx, tuples));
  return db.read(context, work);
}

describe('the reader of stored tuples, for all models and tuples', () => {
  it('returns the same as an in-memory list, for checks and listings', async () => {
    const bounds = fc.constantFrom(
      { maxDepth: 50, maxNodes: 1_000, maxFanout: 100 },
      { maxDepth: 2, maxNodes: 1_000, maxFanout: 1 },
    );
    // Objects with more rows than that are probed key by key.
    const few = fc.constantFrom(0, 2, 32);
    await fc.assert(
      fc.asyncProperty(
        stores,
        bounds,
        few,
        async ({ model, stored, contextual, subject, context }, limits, fewRows) => {
          await withTuples(stored, async (tx) => {
            const memory = memoryReader(stored);
            const postgres = postgresReader(tx, {
              few: fewRows,
              ahead: { least: fewRows, each: 1 },
            });
            const asked = questions.map(([object, relation]) => ({
              object: parseObject(object) as ObjectRef,
              relation,
              subject,
              context,
              contextual,
            }));
            const [here, there] = [
              await evaluator({ model, reader: memory, limits }).check(asked),
              await evaluator({ model, reader: postgres, limits }).check(asked),
            ];
            expect(there.map((o) => o.value)).toEqual(here.map((o) => o.value));
            const listLimits = { ...limits, maxCandidates: 500, maxResults: 100 };
            const over = (reader: typeof memory) => ({
              model,
              reader,
              limits: listLimits,
              checkLimits: limits,
            });
            for (const [type, relation] of [
              ['doc', 'viewer'],
              ['group', 'member'],
              ['folder', 'viewer'],
            ] as const) {
              const question = { subject, relation, type, context, contextual };
              const listed = await listObjects(question, over(postgres));
              expect(listed).toEqual(await listObjects(question, over(memory)));
              // A check may meet a limit that the way from the subject does not.
              const answered = (value: number) =>
                asked.flatMap((a, i) =>
                  a.object.type === type && a.relation === relation && here[i]?.value === value
                    ? [a.object.id]
                    : [],
                );
              expect(answered(0).filter((id) => listed.found.includes(id))).toEqual([]);
              if (listed.truncatedBy.length === 0)
                expect(answered(2).filter((id) => !listed.found.includes(id))).toEqual([]);
            }
            const subjects = {
              object: { type: 'doc', id: '1' },
              relation: 'viewer',
              filters: [{ type: 'user' }, { type: 'group', relation: 'member' }],
              context,
              contextual,
            };
            expect(await listSubjects(subjects, over(postgres))).toEqual(
              await listSubjects(subjects, over(memory)),
            );
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('ignores expired tuples and tuples that the model no longer accepts', async () => {
    const bounds = fc.constantFrom(
      { maxDepth: 50, maxNodes: 1_000, maxFanout: 100 },
      { maxDepth: 4, maxNodes: 20, maxFanout: 2 },
    );
    await fc.assert(
      fc.asyncProperty(
        aged,
        bounds,
        fc.constantFrom(0, 2, 32),
        async ({ model, stored, left, contextual, subject, context }, limits, fewRows) => {
          const over = left.map((t) =>
            acceptsTuple(model)(t) ? { ...t, expiresAt: Date.now() - 1 } : t,
          );
          await withTuples([...stored, ...over], async (tx) => {
            const [there, here] = [
              postgresReader(tx, { few: fewRows, ahead: { least: fewRows, each: 1 } }),
              memoryReader(stored),
            ].map((reader) => {
              const environment = {
                model,
                reader,
                limits: { ...limits, maxCandidates: 10, maxResults: 5 },
                checkLimits: limits,
              };
              return {
                checks: () =>
                  evaluator({ model, reader, limits }).check(
                    questions.map(([object, relation]) => ({
                      object: parseObject(object) as ObjectRef,
                      relation,
                      subject,
                      context,
                      contextual,
                    })),
                  ),
                objects: (type: string, relation: string) =>
                  listObjects({ subject, relation, type, context, contextual }, environment),
                subjects: (id: string) =>
                  listSubjects(
                    {
                      object: { type: 'doc', id },
                      relation: 'viewer',
                      filters: [{ type: 'user' }, { type: 'group', relation: 'member' }],
                      context,
                      contextual,
                    },
                    environment,
                  ),
              };
            }) as [any, any];
            expect(await there.checks()).toEqual(await here.checks());
            for (const [type, relation] of [
              ['doc', 'viewer'],
              ['group', 'member'],
              ['folder', 'viewer'],
            ])
              expect(await there.objects(type, relation)).toEqual(
                await here.objects(type, relation),
              );
            for (const id of ['1', '2'])
              expect(await there.subjects(id)).toEqual(await here.subjects(id));
            for (const type of ['doc', 'folder', 'group'])
              expect(await listObjectIds(tx, model, { type, after: null, limit: 100 })).toEqual(
                [
                  ...new Set(stored.flatMap((t) => (t.object.type === type ? [t.object.id] : []))),
                ].sort(),
              );
          });
        },
      ),
      { numRuns: 150 },
    );
  });

  it('does not follow a member with a condition that the group no longer accepts', async () => {
    const holds = (type: string, relation: string, subject: object) => ({
      type,
      relations: { [relation]: { this: {} } },
      metadata: {
        relations: { [relation]: { directly_related_user_types: [subject as { type: string }] } },
      },
    });
    const model = compileModel({
      schema_version: '1.1',
      type_definitions: [
        { type: 'user' },
        holds('group', 'member', { type: 'user' }),
        holds('doc', 'viewer', { type: 'group', relation: 'member' }),
      ],
    });
    const stale: MemoryTuple = {
      object: { type: 'group', id: 'g' },
      relation: 'member',
      subject: parseSubject('user:a') as SubjectRef,
      condition: { name: 'gone' },
    };
    const shared: MemoryTuple = {
      object: { type: 'doc', id: '1' },
      relation: 'viewer',
      subject: parseSubject('group:g#member') as SubjectRef,
    };
    const ask = (tuples: MemoryTuple[]) =>
      withTuples(tuples, (tx) =>
        evaluator({
          model,
          reader: postgresReader(tx),
          limits: { maxDepth: 10, maxNodes: 10, maxFanout: 10 },
        }).check([
          {
            subject: parseSubject('user:a') as SubjectRef,
            relation: 'viewer',
            object: { type: 'doc', id: '1' },
          },
        ]),
      );
    expect((await ask([shared, stale])).map((o) => o.value)).toEqual([0]);
    expect((await ask([shared, { ...stale, condition: undefined }])).map((o) => o.value)).toEqual([
      2,
    ]);
  });

  it.each([
    ['a level', levelSql, 22],
    ['an opening level', openingLevelSql, 38],
    ['a level that reads ahead', aheadLevelSql, 28],
    ['look-ups', reverseSql, 9],
  ])('reads only the first rows of %s in index order', async (_, sql, parameters) => {
    const crowd = Array.from({ length: 20_000 }, (__, i): MemoryTuple => ({
      object: { type: 'doc', id: `${i % 5_000}` },
      relation: 'viewer',
      subject: parseSubject(`user:${i}`) as SubjectRef,
    }));
    await withTuples(crowd, async (tx) => {
      await withClient(url, (client) => client.query('ANALYZE access.relation_tuples'));
      await tx.rows(`SELECT ${searchSettings}`);
      await tx.execute(`PREPARE one AS ${sql}`);
      const [row] = await tx.rows<{ 'QUERY PLAN': unknown }>(
        `EXPLAIN (FORMAT JSON) EXECUTE one('${tupleStoreOf(tx)}'${', NULL'.repeat(parameters - 1)})`,
      );
      await tx.execute('DEALLOCATE one');
      const nodes = [...JSON.stringify(row?.['QUERY PLAN']).matchAll(/"Node Type":"([^"]+)"/g)].map(
        ([, type]) => type,
      );
      expect(nodes).toContain('Index Scan');
      expect(nodes).toContain('Merge Append');
      expect(
        nodes.filter((type) =>
          ['Sort', 'Incremental Sort', 'Seq Scan', 'Bitmap Heap Scan'].includes(type as string),
        ),
      ).toEqual([]);
    });
  });

  it('does not return expired tuples or those of other tenants', async () => {
    const model = compileModel({
      schema_version: '1.1',
      type_definitions: [
        { type: 'user' },
        {
          type: 'doc',
          relations: { viewer: { this: {} } },
          metadata: { relations: { viewer: { directly_related_user_types: [{ type: 'user' }] } } },
        },
      ],
    });
    const tuple = (user: string, expiresAt?: number): MemoryTuple => ({
      object: { type: 'doc', id: '1' },
      relation: 'viewer',
      subject: parseSubject(user) as SubjectRef,
      expiresAt,
    });
    await withTuples([tuple('user:other')], () => Promise.resolve());
    const soon = Date.now() + 3_600_000;
    const outcomes = await withTuples(
      [tuple('user:past', Date.now() - 1), tuple('user:future', soon)],
      (tx) =>
        evaluator({
          model,
          reader: postgresReader(tx),
          limits: { maxDepth: 10, maxNodes: 10, maxFanout: 10 },
        }).check(
          ['user:past', 'user:future', 'user:other'].map((s) => ({
            subject: parseSubject(s) as SubjectRef,
            relation: 'viewer',
            object: { type: 'doc', id: '1' },
          })),
        ),
    );
    expect(outcomes.map((o) => o.value)).toEqual([0, 2, 0]);
    expect(outcomes[1]?.expiresAt).toBeCloseTo(soon, -1);
  });
});
