import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import transformer from '@openfga/syntax-transformer';
import type { Database, Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import fc from 'fast-check';
import { evaluator } from '../src/evaluation/evaluator.ts';
import { memoryReader } from '../src/reading/memory-reader.ts';
import type { MemoryTuple } from '../src/reading/memory-reader.ts';
import { postgresReader } from '../src/reading/postgres-reader.ts';
import type { ReaderBounds } from '../src/reading/reader-state.ts';
import { compileModel } from '../src/models/compiled-model.ts';
import type { ModelJson } from '../src/language/model-json.ts';
import { keyText, parseObject, parseSubject } from '../src/keys/tuple-key.ts';
import type { ObjectRef, SubjectRef } from '../src/keys/tuple-key.ts';
import type { LevelReads } from '../src/reading/tuple-reader.ts';
import { accessDatabase } from './access-database.ts';
import { putTuples } from './stored-tuples.ts';

let db: Database;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ db, stop } = await accessDatabase({ maxConnections: 2 }));
});
afterAll(() => stop());

// What leads on: two tuplesets, from types to others, under an exclusion; and usersets that have to be followed.
const model = compileModel(
  transformer.transformer.transformDSLToJSONObject(`model
  schema 1.1
type user
type team
  relations
    define parent: [team]
    define blocked: [user] or blocked from parent
    define member: [user, team#lead] but not blocked
    define lead: [user]
type folder
  relations
    define parent: [folder]
    define owner: [team]
    define viewer: [user, team#member] or viewer from parent or member from owner
type box
  relations
    define parent: [folder]
    define viewer: viewer from parent
type doc
  relations
    define parent: [folder, doc, box]
    define viewer: [user] or viewer from parent
`) as unknown as ModelJson,
);

const tuple = (object: string, relation: string, subject: string): MemoryTuple => ({
  object: parseObject(object) as ObjectRef,
  relation,
  subject: parseSubject(subject) as SubjectRef,
});
const question = (object: string, subject: string) => ({
  object: parseObject(object) as ObjectRef,
  relation: 'viewer',
  subject: parseSubject(subject) as SubjectRef,
});
const limits = { maxDepth: 20, maxNodes: 1_000, maxFanout: 100 };

async function withTuples<T>(
  tuples: readonly MemoryTuple[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const context = { tenantId: newId('tenant'), actor: { type: 'system', id: 'test' } } as const;
  await db.transact(context, (tx) => putTuples(tx, tuples));
  return db.read(context, work);
}
const usual: ReaderBounds = { few: 32, ahead: { least: 200, each: 16 } };

/** Folders one in the other; the topmost is anne's. */
const chain = (count: number): MemoryTuple[] => [
  tuple('doc:1', 'parent', 'folder:1'),
  ...Array.from({ length: count - 1 }, (_, i) =>
    tuple(`folder:${i + 1}`, 'parent', `folder:${i + 2}`),
  ),
  tuple(`folder:${count}`, 'viewer', 'user:anne'),
];

describe('reading ahead', () => {
  it('returns the same as an in-memory list, whatever is read ahead', async () => {
    const ids = ['1', '2', '3', '4', '5', '6'];
    const of = (type: string) => fc.constantFrom(...ids.map((id) => `${type}:${id}`));
    const one = (objects: string, relation: string, subjects: fc.Arbitrary<string>) =>
      fc.tuple(of(objects), subjects).map(([object, subject]) => tuple(object, relation, subject));
    const users = fc.constantFrom('user:anne', 'user:bob');
    const tuples = fc.oneof(
      { weight: 4, arbitrary: one('folder', 'parent', of('folder')) },
      { weight: 2, arbitrary: one('doc', 'parent', fc.oneof(of('folder'), of('doc'), of('box'))) },
      one('box', 'parent', of('folder')),
      one('folder', 'owner', of('team')),
      one('team', 'parent', of('team')),
      one('team', 'blocked', users),
      one(
        'team',
        'member',
        fc.oneof(
          users,
          of('team').map((team) => `${team}#lead`),
        ),
      ),
      one('team', 'lead', users),
      one(
        'folder',
        'viewer',
        fc.oneof(
          users,
          of('team').map((team) => `${team}#member`),
        ),
      ),
      one('doc', 'viewer', users),
    );
    const bounds = fc.record<ReaderBounds>({
      few: fc.constantFrom(1, 2, 32),
      ahead: fc.constantFrom(
        { least: 0, each: 0 },
        { least: 0, each: 3 },
        { least: 10, each: 0 },
        usual.ahead,
      ),
    });
    const asked = fc.uniqueArray(
      fc
        .tuple(fc.oneof(of('doc'), of('folder')), users)
        .map(([object, user]) => ({ object, user })),
      { minLength: 1, maxLength: 8, selector: ({ object, user }) => object + user },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(tuples, { minLength: 5, maxLength: 40, selector: keyText }),
        bounds,
        asked,
        async (stored, bound, all) => {
          await withTuples(stored, async (tx) => {
            const questions = all.map(({ object, user }) => question(object, user));
            const [here, there] = [
              await evaluator({ model, reader: memoryReader(stored), limits }).check(questions),
              await evaluator({ model, reader: postgresReader(tx, bound), limits }).check(
                questions,
              ),
            ];
            expect(there).toEqual(here);
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    [6, usual, 2],
    [15, usual, 2],
    [6, { ...usual, ahead: { least: 0, each: 0 } }, 2],
    [6, { few: 1, ahead: { least: 0, each: 1 } }, 7],
  ])('reads up %d folders, within %j, in %d statements', async (count, bounds, statements) => {
    await withTuples(chain(count), async (tx) => {
      const asked = evaluator({ model, reader: postgresReader(tx, bounds), limits });
      expect(
        await asked.check([question('doc:1', 'user:anne'), question('doc:1', 'user:bob')]),
      ).toMatchObject([{ value: 2 }, { value: 0 }]);
      expect(asked.cost().rounds).toBe(statements);
    });
  });

  it('reads ahead for the subject if intermediate objects have no direct subjects', async () => {
    await withTuples(
      [
        tuple('doc:1', 'parent', 'box:1'),
        tuple('box:1', 'parent', 'folder:1'),
        tuple('folder:1', 'viewer', 'user:anne'),
      ],
      async (tx) => {
        const asked = evaluator({ model, reader: postgresReader(tx), limits });
        expect(await asked.check([question('doc:1', 'user:anne')])).toMatchObject([{ value: 2 }]);
        expect(asked.cost().rounds).toBe(2);
      },
    );
  });

  it('reads again what was read for other subjects or relations', async () => {
    const [anne, bob] = [
      [{ type: 'user', id: 'anne', relation: '' }],
      [{ type: 'user', id: 'bob', relation: '' }],
    ];
    const ahead = {
      steps: [{ objectType: 'folder', relation: 'parent', subjectType: 'folder' }],
      kept: new Map([['folder', new Set(['parent'])]]),
    };
    const viewer = (id: string) => ({
      objectType: 'folder',
      objectId: id,
      relation: 'viewer',
      classes: ['user'],
      subjects: 0,
    });
    const scan = (id: string, relation: string, type: string) => ({
      objectType: 'folder',
      objectId: id,
      relation,
      forms: [{ type, relation: '', wildcard: false, conditions: [undefined] }],
      limit: 9,
    });
    const stored = [
      tuple('folder:1', 'parent', 'folder:2'),
      tuple('folder:2', 'parent', 'folder:3'),
      tuple('folder:2', 'owner', 'team:1'),
      tuple('folder:2', 'viewer', 'user:anne'),
      tuple('folder:2', 'viewer', 'user:bob'),
    ];
    await withTuples(stored, async (tx) => {
      const reader = postgresReader(tx);
      const ids = async (reads: LevelReads) => {
        const { probes, scans, wasAhead } = await reader.level(reads);
        return {
          probes: probes.map((rows) => rows.map((row) => row.id)),
          scans: scans.map((rows) => rows.map((row) => row.id)),
          wasAhead,
        };
      };
      expect(
        await ids({
          probes: [viewer('1')],
          scans: [scan('1', 'parent', 'folder')],
          subjects: [anne],
          ahead,
        }),
      ).toEqual({ probes: [[]], scans: [['2']], wasAhead: false });
      expect(
        await ids({
          probes: [viewer('2'), viewer('3')],
          scans: [scan('2', 'parent', 'folder'), scan('3', 'parent', 'folder')],
          subjects: [anne],
        }),
      ).toEqual({ probes: [['anne'], []], scans: [['3'], []], wasAhead: true });
      expect(await ids({ probes: [viewer('2')], scans: [], subjects: [bob] })).toEqual({
        probes: [['bob']],
        scans: [],
        wasAhead: false,
      });
      expect(
        await ids({ probes: [viewer('2')], scans: [scan('2', 'owner', 'team')], subjects: [anne] }),
      ).toEqual({ probes: [['anne']], scans: [['1']], wasAhead: false });
      anne.push(...bob);
      expect(await ids({ probes: [viewer('2')], scans: [], subjects: [anne] })).toEqual({
        probes: [['anne', 'bob']],
        scans: [],
        wasAhead: false,
      });
    });
  });

  it('does not treat a truncated read as complete', async () => {
    const crowd = Array.from({ length: 10 }, (_, i) => tuple('folder:2', 'parent', `folder:x${i}`));
    await withTuples([...chain(3), ...crowd], async (tx) => {
      const asked = evaluator({ model, reader: postgresReader(tx, { ...usual, few: 8 }), limits });
      expect(await asked.check([question('doc:1', 'user:anne')])).toMatchObject([{ value: 2 }]);
    });
  });
});
