import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import fc from 'fast-check';
import { accessChecks } from '../src/check/checks.ts';
import type { Checks } from '../src/check/checks.ts';
import { closureCache } from '../src/check/closure-cache.ts';
import { decisionCache } from '../src/check/decision-cache.ts';
import { evaluator } from '../src/evaluation/evaluator.ts';
import { memoryReader } from '../src/reading/memory-reader.ts';
import type { MemoryTuple } from '../src/reading/memory-reader.ts';
import { storeKnowledge } from '../src/check/store-knowledge.ts';
import type { CompiledModel } from '../src/models/compiled-model.ts';
import { compileModel } from '../src/models/compiled-model.ts';
import { consistencyTokens } from '../src/store/consistency-token.ts';
import type { RevisionHints, RevisionStep } from '../src/store/revision-hints.ts';
import { parseObject, parseSubject, subjectText } from '../src/keys/tuple-key.ts';
import type { ObjectRef, SubjectRef } from '../src/keys/tuple-key.ts';
import type { Tuple } from '../src/tuples/tuple-rules.ts';
import { tupleWriter } from '../src/tuples/tuple-writes.ts';
import { accessDatabase } from './access-database.ts';
import { questions, stores } from './random-stores.ts';

const actor = { type: 'system', id: 'test' } as const;
const limits = {
  maxDepth: 50,
  maxNodes: 1_000,
  maxFanout: 100,
  maxBatchSize: 50,
  maxContextualTuples: 100,
  timeoutMs: 20_000,
};
const maxStalenessMs = 1_000;
let db: Database;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ db, stop } = await accessDatabase({ maxConnections: 8, statementTimeoutMs: 20_000 }));
});
afterAll(() => stop());

const tokens = consistencyTokens(Buffer.alloc(32));

/** A tenant with two pods whose clock the test moves; hints reach the second one only where the test lets them. */
async function twoPods(model: CompiledModel) {
  const context = { tenantId: newId('tenant'), actor };
  let now = 0;
  let withHints = true;
  const hears: ((tenantId: string, step: RevisionStep) => void)[] = [];
  const podOf = (): Checks => {
    const kept = {
      knowledge: storeKnowledge({
        hints: { onStep: (hear) => void hears.push(hear) },
        maxStalenessMs,
        timeoutMs: 20_000,
        clock: () => now,
      }),
      ttlMs: 60_000,
      maxEntries: 1_000,
      clock: () => now,
    };
    const models = {
      known: () => model,
      find: () => Promise.resolve(model),
      inUse: () => Promise.resolve(model),
    };
    return accessChecks({
      models,
      knowledge: kept.knowledge,
      cache: decisionCache(kept),
      closures: closureCache(kept),
      tokens,
      limits,
      clock: () => now,
    });
  };
  const pods = [podOf(), podOf()] as const;
  const hints: Pick<RevisionHints, 'announce'> = {
    announce: (tx, step) =>
      tx.afterCommit(() => {
        hears[0]?.(context.tenantId, step);
        if (withHints) hears[1]?.(context.tenantId, step);
      }),
  };
  const writer = tupleWriter({ maxTuples: 1_000, hints: hints as RevisionHints });
  const source = {
    context,
    read: <T>(work: (tx: Tx) => Promise<T>) => db.read(context, work),
  };
  await db.transact(context, (tx) =>
    tx.execute('INSERT INTO fga_stores (tenant_id, active_model_id) VALUES ($1, $2)', [
      context.tenantId,
      model.id,
    ]),
  );
  return {
    pass: (ms: number) => {
      now += ms;
    },
    hint: (are: boolean) => {
      withHints = are;
    },
    write: (writes: MemoryTuple[], deletes: MemoryTuple[]) =>
      db.transact(context, (tx) =>
        writer.write(
          { ...tx, publish: () => Promise.resolve(undefined as never) },
          {
            writes: writes as Tuple[],
            deletes,
            onDuplicate: 'error',
            onMissing: 'error',
            preconditions: [],
            source: 'api',
            pointers: { writes: '', deletes: '' },
          },
        ),
      ),
    ask: (
      pod: 0 | 1,
      items: readonly { subject: SubjectRef; object: string; relation: string }[],
      x: number,
      more: Parameters<Checks['checkEach']>[2] = {},
    ) =>
      pods[pod].checkEach(
        source,
        items.map(({ subject, object, relation }) => ({
          subject: subjectText(subject),
          object,
          relation,
          context: { x },
        })),
        more,
        () => '',
      ),
  };
}

const these = { this: {} };
const computed = (relation: string) => ({ computedUserset: { relation } });
const from = (relation: string) => ({
  tupleToUserset: { tupleset: { relation: 'parent' }, computedUserset: { relation } },
});
const restricted = (of: Record<string, object[]>) => ({
  relations: Object.fromEntries(
    Object.entries(of).map(([name, types]) => [
      name,
      { directly_related_user_types: types as { type: string }[] },
    ]),
  ),
});
const people = [{ type: 'user' }, { type: 'group', relation: 'member' }];
/** Groups in groups, folders in folders, and something that takes away: every write can change an answer. */
const drive = compileModel({
  schema_version: '1.1',
  type_definitions: [
    { type: 'user' },
    {
      type: 'group',
      relations: { member: these, admin: these },
      metadata: restricted({ member: people, admin: people }),
    },
    {
      type: 'folder',
      relations: {
        parent: these,
        blocked: these,
        viewer: { union: { child: [these, from('viewer')] } },
      },
      metadata: restricted({ parent: [{ type: 'folder' }], blocked: people, viewer: people }),
    },
    {
      type: 'doc',
      relations: {
        parent: these,
        blocked: these,
        editor: { difference: { base: these, subtract: computed('blocked') } },
        viewer: { union: { child: [these, computed('editor'), from('viewer')] } },
      },
      metadata: restricted({
        parent: [{ type: 'folder' }],
        blocked: people,
        editor: people,
        viewer: people,
      }),
    },
  ],
});
const tuple = (text: string): MemoryTuple => {
  const [subject, relation, object] = text.split(' ') as [string, string, string];
  return {
    subject: parseSubject(subject) as SubjectRef,
    relation,
    object: parseObject(object) as ObjectRef,
  };
};
const driveTuples = [
  'user:a member group:1',
  'user:b member group:2',
  'group:1#member member group:2',
  'group:2#member member group:3',
  'group:3#member viewer doc:1',
  'group:2#member editor doc:1',
  'group:1#member blocked doc:1',
  'folder:1 parent doc:2',
  'folder:2 parent folder:1',
  'group:3#member viewer folder:2',
  'user:a viewer folder:1',
  'user:b editor doc:2',
  'user:a blocked doc:2',
  'user:a member group:3',
].map(tuple);
const drives = fc.record({
  model: fc.constant(drive),
  stored: fc.shuffledSubarray(driveTuples, { minLength: 8 }),
  context: fc.constant({ x: 0 as const }),
});

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ toggle: fc.nat(13), hinted: fc.boolean(), meanwhile: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      ask: fc.array(fc.nat(questions.length - 1), { minLength: 1, maxLength: 3 }),
      pod: fc.constantFrom<0 | 1>(0, 1),
      how: fc.constantFrom<'token' | 'time' | 'full'>('token', 'time', 'full'),
    }),
  },
);
const subjects = fc.shuffledSubarray(
  ['user:a', 'user:b', 'group:1#member', 'user:*'].map((s) => parseSubject(s) as SubjectRef),
  { minLength: 1 },
);

describe('caches, for all models, tuples and orders of writes and checks', () => {
  it("return the store's state, immediately in the writing pod, and by token or in time in the other", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 1, arbitrary: stores }, { weight: 4, arbitrary: drives }),
        subjects,
        fc.array(step, { minLength: 12, maxLength: 30 }),
        async ({ model: compiled, stored: pool, context: { x } }, who, steps) => {
          const model = { ...compiled, id: newId('fgaModel') };
          const tenant = await twoPods(model);
          let there: MemoryTuple[] = [];
          let token: string | undefined;
          const truth = async (
            tuples: MemoryTuple[],
            items: readonly { subject: SubjectRef; object: string; relation: string }[],
          ): Promise<boolean[]> =>
            (
              await evaluator({ model, reader: memoryReader(tuples), limits }).check(
                items.map((i) => ({
                  ...i,
                  object: parseObject(i.object) as ObjectRef,
                  context: { x },
                })),
              )
            ).map((o) => o.value === 2);
          const itemsOf = (numbers: readonly number[]) =>
            who.flatMap((subject) =>
              numbers.map((n) => ({
                subject,
                object: (questions[n] as [string, string])[0],
                relation: (questions[n] as [string, string])[1],
              })),
            );

          for (const at of steps) {
            if ('toggle' in at) {
              const tuple = pool[at.toggle % Math.max(1, pool.length)];
              if (!tuple) continue;
              const before = there;
              const after = there.includes(tuple)
                ? there.filter((t) => t !== tuple)
                : [...there, tuple];
              tenant.hint(at.hinted);
              const items = itemsOf([0, 4, 8]);
              const writing = tenant.write(
                after.includes(tuple) ? [tuple] : [],
                after.includes(tuple) ? [] : [tuple],
              );
              // Asked while it is written: the state before or the state behind, never a mixture of the two.
              const meanwhile = at.meanwhile
                ? await Promise.all(
                    [0, 1, 2].map(() => tenant.ask(0, items, x).then((d) => d.answers)),
                  )
                : [];
              await writing;
              there = after;
              for (const answers of meanwhile)
                expect([await truth(before, items), await truth(after, items)]).toContainEqual(
                  answers,
                );
              token = undefined;
              continue;
            }
            const items = itemsOf(at.ask);
            const expected = await truth(there, items);
            if (at.pod === 1 && (at.how === 'time' || !token)) tenant.pass(maxStalenessMs + 1);
            const wanted =
              at.how === 'full'
                ? { consistency: { fullyConsistent: true as const } }
                : at.pod === 1 && at.how === 'token' && token
                  ? { consistency: { atLeastAsFresh: token } }
                  : {};
            // The same from many at once, too.
            const all = await Promise.all(
              [0, 1, 2].map(() => tenant.ask(at.pod, items, x, wanted)),
            );
            for (const { answers } of all) expect(answers).toEqual(expected);
            if (at.pod === 0) token = all[0]?.consistencyToken;
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the cache of closures', () => {
  const form = (type: string, relation?: string) => ({ type, ...(relation ? { relation } : {}) });
  const model = compileModel(
    {
      schema_version: '1.1',
      type_definitions: [
        { type: 'user' },
        {
          type: 'group',
          relations: { member: { this: {} } },
          metadata: {
            relations: {
              member: { directly_related_user_types: [form('user'), form('group', 'member')] },
            },
          },
        },
        {
          type: 'doc',
          relations: { viewer: { this: {} } },
          metadata: {
            relations: {
              viewer: { directly_related_user_types: [form('user'), form('group', 'member')] },
            },
          },
        },
      ],
    },
    'm',
  );
  const subject = parseSubject('user:a') as SubjectRef;
  const set = (expiresAt?: number) => ({
    keys: [{ type: 'user', id: 'a', relation: '' }],
    distances: new Map(),
    cut: false,
    expiresAt,
    opening: undefined,
  });

  it.each<
    [
      string,
      {
        expiresAt?: number;
        revision?: number;
        touched?: [string, number];
        at?: number;
        later?: number;
      },
      boolean,
    ]
  >([
    ['holds', {}, true],
    ['holds until its life ends', { later: 999 }, true],
    ['ends with its life', { later: 1_000 }, false],
    ['ends with the first tuple that expires', { expiresAt: 50_200, later: 200 }, false],
    ['holds before that', { expiresAt: 50_200, later: 199 }, true],
    ['ends with a change of members', { touched: ['group#member', 6] }, false],
    ['outlives earlier changes', { touched: ['group#member', 5] }, true],
    ['outlives changes that lead nowhere', { touched: ['doc#viewer', 6] }, true],
    ['is not that of an earlier snapshot', { at: 4 }, false],
    ['is that of a later snapshot', { at: 9 }, true],
  ])('%s', (_, { expiresAt, touched, at = 5, later = 0 }, holds) => {
    let now = 100;
    const knowledge = {
      isUntouchedSince: (_tenant: string, revision: number, relations: ReadonlySet<string>) =>
        !touched || touched[1] <= revision || !relations.has(touched[0]),
    };
    const cache = closureCache({ knowledge, ttlMs: 1_000, maxEntries: 10, clock: () => now });
    cache.put('t', model, subject, set(expiresAt), { revision: 5, now: 50_000, began: 100 });
    const found = cache.get('t', model, subject);
    now += later;
    const still = cache.get('t', model, subject);
    expect(
      still !== undefined && found !== undefined && cache.isValidAt('t', model, found, at),
    ).toBe(holds);
    expect(cache.get('u', model, subject)).toBeUndefined();
  });
});
