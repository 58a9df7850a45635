import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import type { Database, Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { soon } from '@platform/testkit/eventually';
import { accessChecks } from '../src/check/checks.ts';
import { closureCache } from '../src/check/closure-cache.ts';
import { decisionCache } from '../src/check/decision-cache.ts';
import { listings } from '../src/listing/listings.ts';
import { memoryReader } from '../src/reading/memory-reader.ts';
import type { MemoryTuple } from '../src/reading/memory-reader.ts';
import type { SnapshotSource } from '../src/check/snapshots.ts';
import { storeKnowledge } from '../src/check/store-knowledge.ts';
import { listObjects } from '../src/listing/list-objects.ts';
import { compileModel } from '../src/models/compiled-model.ts';
import { consistencyTokens } from '../src/store/consistency-token.ts';
import { parseObject, parseSubject } from '../src/keys/tuple-key.ts';
import type { ObjectRef, SubjectRef } from '../src/keys/tuple-key.ts';
import { tupleStoreOf } from '../src/store/store-key.ts';
import { accessDatabase } from './access-database.ts';

const people = [{ type: 'user' }, { type: 'group', relation: 'member' }];
const held = (...names: string[]) => ({
  relations: Object.fromEntries(names.map((name) => [name, { this: {} }])),
  metadata: {
    relations: Object.fromEntries(
      names.map((name) => [name, { directly_related_user_types: people }]),
    ),
  },
});
const model = compileModel(
  {
    schema_version: '1.1',
    type_definitions: [
      { type: 'user' },
      { type: 'group', ...held('member') },
      { type: 'doc', ...held('viewer') },
    ],
  },
  newId('fgaModel'),
);
const context = { tenantId: newId('tenant'), actor: { type: 'system', id: 'test' } } as const;
const memoryTuple = (object: string, relation: string, subject: string): MemoryTuple => ({
  object: parseObject(object) as ObjectRef,
  relation,
  subject: parseSubject(subject) as SubjectRef,
});
const objects = { subject: 'user:anne', relation: 'viewer', type: 'doc' };
const subjects = { object: 'doc:far', relation: 'viewer', subjectFilters: [{ type: 'user' }] };
const cut = (found: object) =>
  expect.objectContaining({
    ...found,
    truncated: true,
    truncatedBy: ['deadline'],
    modelId: model.id,
    consistencyToken: expect.any(String),
  });

let db: Database;
let url: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ db, url, stop } = await accessDatabase({ maxConnections: 2 }));
  await db.transact(context, async (tx) => {
    await tx.execute('INSERT INTO fga_stores (tenant_id, active_model_id) VALUES ($1, $2)', [
      context.tenantId,
      model.id,
    ]);
    // Near ones are a look-up away; one of them expires, so that it has to be confirmed.
    for (const [object, relation, subject, id, of, expires] of [
      ['doc', 'viewer', 'user', 'anne', 'near'],
      ['doc', 'viewer', 'user', 'anne', 'soon', '1 day'],
      ['group', 'member', 'user', 'anne', 'g'],
      ['doc', 'viewer', 'group', 'g', 'far'],
      ['doc', 'viewer', 'user', 'bob', 'far'],
      ['doc', 'viewer', 'user', 'zoe', 'far', '1 day'],
    ] as const) {
      await tx.execute(
        `INSERT INTO relation_tuples (tenant_id, object_type, object_id, relation, subject_type, subject_id, subject_relation, expires_at, revision) VALUES ($1, $2, $3, $4, $5, $6, $7, now() + $8::interval, 1)`,
        [
          tupleStoreOf(tx),
          object,
          of,
          relation,
          subject,
          id,
          subject === 'group' ? 'member' : '',
          expires ?? null,
        ],
      );
    }
  });
});
afterAll(() => stop());

/** Decisions that have so many milliseconds. */
function deciding(timeoutMs: number) {
  const kept = {
    knowledge: storeKnowledge({ hints: { onStep: () => undefined }, maxStalenessMs: 0, timeoutMs }),
    ttlMs: 0,
    maxEntries: 1,
  };
  const limits = {
    maxDepth: 10,
    maxNodes: 1_000,
    maxFanout: 100,
    maxBatchSize: 50,
    maxContextualTuples: 100,
    timeoutMs,
  };
  const models = {
    known: () => model,
    find: () => Promise.resolve(model),
    inUse: () => Promise.resolve(model),
  };
  const made = accessChecks({
    models,
    knowledge: kept.knowledge,
    cache: decisionCache(kept),
    closures: closureCache(kept),
    tokens: consistencyTokens(Buffer.alloc(32)),
    limits,
  });
  return {
    ...made,
    ...listings({
      inSnapshot: made.inSnapshot,
      limits,
      listLimits: { ...limits, maxCandidates: 500, maxResults: 100 },
    }),
  };
}

/** The database sleeps before the nth statement of this name, within bounds of its own where there are some. */
function sleeping(name: string, nth: number, bound?: string): SnapshotSource {
  let seen = 0;
  const slow = (tx: Tx): Tx => ({
    ...tx,
    async prepared(of, ...rest) {
      if (of === name && ++seen === nth) {
        if (bound) await tx.execute(`SET LOCAL statement_timeout = '${bound}'`);
        await tx.rows('SELECT pg_sleep(20)');
      }
      return tx.prepared(of, ...rest);
    },
  });
  return { context, read: (work) => db.read(context, (tx) => work(slow(tx))) };
}
const plain: SnapshotSource = { context, read: (work) => db.read(context, (tx) => work(tx)) };

describe('a listing that reaches its deadline', () => {
  it.each<[string, string, number, string[]]>([
    ['the first look-ups', 'fga reverse', 1, []],
    ['later look-ups', 'fga reverse', 2, ['doc:near']],
    ['a confirmation', 'fga opening level', 1, ['doc:far', 'doc:near']],
  ])('returns what it found before %s', async (_, name, nth, found) => {
    const listed = deciding(300).listObjects(sleeping(name, nth), objects);
    expect(await soon(listed, { withinMs: 2_000 })).toEqual(cut({ objects: found }));
    // The same where the database ends the statement first.
    expect(await deciding(5_000).listObjects(sleeping(name, nth, '100ms'), objects)).toEqual(
      cut({ objects: found }),
    );
  });

  it.each<[string, string, number, string[]]>([
    ['the rows of the object', 'fga level', 1, []],
    ['rows of groups', 'fga level', 2, ['user:bob']],
    ['a confirmation', 'fga opening level', 1, ['user:anne', 'user:bob']],
  ])('of subjects returns what it found before %s', async (_, name, nth, found) => {
    expect(await deciding(300).listSubjects(sleeping(name, nth), subjects)).toEqual(
      cut({ subjects: found }),
    );
    expect(await deciding(5_000).listSubjects(sleeping(name, nth, '100ms'), subjects)).toEqual(
      cut({ subjects: found }),
    );
  });

  it('also ends between reads', async () => {
    const folder = compileModel({
      schema_version: '1.1',
      type_definitions: [
        { type: 'user' },
        {
          type: 'folder',
          relations: {
            parent: { this: {} },
            viewer: {
              union: {
                child: [
                  { this: {} },
                  {
                    tupleToUserset: {
                      tupleset: { relation: 'parent' },
                      computedUserset: { relation: 'viewer' },
                    },
                  },
                ],
              },
            },
            open: {
              intersection: {
                child: [
                  { computedUserset: { relation: 'viewer' } },
                  { computedUserset: { relation: 'viewer' } },
                ],
              },
            },
          },
          metadata: {
            relations: {
              parent: { directly_related_user_types: [{ type: 'folder' }] },
              viewer: { directly_related_user_types: [{ type: 'user' }] },
            },
          },
        },
      ],
    });
    const stored = [
      memoryTuple('folder:0', 'viewer', 'user:anne'),
      ...[0, 1, 2, 3].map((n) => memoryTuple(`folder:${n + 1}`, 'parent', `folder:${n}`)),
    ];
    const all = ['0', '1', '2', '3', '4'];
    const bounds = {
      maxDepth: 10,
      maxNodes: 1_000,
      maxFanout: 100,
      maxCandidates: 500,
      maxResults: 100,
    };
    const truncations = new Set<string>();
    for (let turns = 0; turns < 30; turns++) {
      let asked = 0;
      const { found, truncatedBy } = await listObjects(
        { subject: parseSubject('user:anne') as SubjectRef, relation: 'open', type: 'folder' },
        {
          model: folder,
          reader: memoryReader(stored),
          limits: bounds,
          checkLimits: bounds,
          isLate: () => ++asked > turns,
        },
      );
      truncations.add(truncatedBy.join());
      expect(found).toEqual(truncatedBy.length > 0 ? [] : all);
    }
    expect([...truncations]).toEqual(['deadline', '']);
  });

  it('does not wait for a lock; a check reports that it took too long', async () => {
    const { listObjects, listSubjects, check } = deciding(300);
    await withClient(url, async (client) => {
      await client.query('BEGIN; LOCK TABLE access.relation_tuples IN ACCESS EXCLUSIVE MODE');
      expect(await listObjects(plain, objects)).toEqual(cut({ objects: [] }));
      expect(await listSubjects(plain, subjects)).toEqual(cut({ subjects: [] }));
      await expect(
        check(plain, { subject: 'user:anne', relation: 'viewer', object: 'doc:near' }),
      ).rejects.toMatchObject({ code: 'upstream_timeout', status: 504 });
      await client.query('ROLLBACK');
    });
    // Connections come back whole.
    for (let i = 0; i < 4; i++)
      expect(await deciding(5_000).listObjects(plain, objects)).toMatchObject({
        objects: ['doc:far', 'doc:near', 'doc:soon'],
        truncated: false,
        truncatedBy: [],
      });
    expect(await deciding(5_000).listSubjects(plain, subjects)).toMatchObject({
      subjects: ['user:anne', 'user:bob', 'user:zoe'],
      truncated: false,
    });
  });
});
