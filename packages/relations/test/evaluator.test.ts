import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { evaluator } from '../src/evaluation/evaluator.ts';
import type { CheckLimits } from '../src/evaluation/question.ts';
import { memoryReader } from '../src/reading/memory-reader.ts';
import type { MemoryTuple } from '../src/reading/memory-reader.ts';
import { compileModel } from '../src/models/compiled-model.ts';
import type { ModelJson } from '../src/language/model-json.ts';
import type { ObjectRef, SubjectRef } from '../src/keys/tuple-key.ts';
import { parseObject, parseSubject } from '../src/keys/tuple-key.ts';
import { naiveCheck } from './naive-evaluator.ts';
import { aged, laidOver, questions, stores, acceptsTuple } from './random-stores.ts';
import type { RandomStore } from './random-stores.ts';

const wide: CheckLimits = { maxDepth: 200, maxNodes: 10_000, maxFanout: 1_000 };

async function compare(
  { model, stored, contextual, subject, context }: RandomStore,
  limits: CheckLimits,
): Promise<void> {
  const asked = questions.map(([object, relation]) => ({
    object: parseObject(object) as ObjectRef,
    relation,
    subject,
    context,
    contextual,
  }));
  const answers = await evaluator({ model, reader: memoryReader(stored), limits }).check(asked);
  const truth = naiveCheck(model, laidOver(stored, contextual), subject, context);
  asked.forEach(({ object, relation }, i) => {
    const value = answers[i]?.value;
    const expected = truth(object, relation);
    const got = `${object.type}:${object.id}#${relation} ${value}`;
    const wanted = `${object.type}:${object.id}#${relation} ${expected ? 2 : 0}`;
    if (value === 1) expect(limits).not.toBe(wide);
    else if (expected !== undefined) expect(got).toBe(wanted);
  });
}

describe('the evaluator, for all models and tuples', () => {
  it('returns what the definition says', async () => {
    await fc.assert(
      fc.asyncProperty(stores, (store) => compare(store, wide)),
      { numRuns: 1_500 },
    );
  });

  it('never contradicts the definition, whatever the limits', async () => {
    const limits = fc.record({
      maxDepth: fc.nat(3),
      maxNodes: fc.integer({ min: 1, max: 4 }),
      maxFanout: fc.integer({ min: 1, max: 2 }),
    });
    await fc.assert(fc.asyncProperty(stores, limits, compare), { numRuns: 1_500 });
  });
});

describe('tuples of earlier models, for all models, tuples and limits', () => {
  it('have no effect', async () => {
    const limits = fc.oneof(
      fc.constant(wide),
      fc.record({
        maxDepth: fc.nat(6),
        maxNodes: fc.integer({ min: 1, max: 12 }),
        maxFanout: fc.integer({ min: 1, max: 3 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(aged, limits, async (store, bounds) => {
        const { model, left, subject, context, contextual } = store;
        const stale = left.filter((t) => !acceptsTuple(model)(t));
        const asked = questions.map(([object, relation]) => ({
          object: parseObject(object) as ObjectRef,
          relation,
          subject,
          context,
          contextual,
        }));
        const ask = (stored: MemoryTuple[]) =>
          evaluator({ model, reader: memoryReader(stored), limits: bounds }).check(asked);
        expect(await ask([...store.stored, ...stale])).toEqual(await ask(store.stored));
        await compare({ ...store, stored: [...store.stored, ...stale] }, bounds);
      }),
      { numRuns: 500 },
    );
  });
});

describe('concurrent checks, for all models, tuples and limits', () => {
  it('return the same results as individual checks', async () => {
    const limits = fc.record({
      maxDepth: fc.nat(6),
      maxNodes: fc.integer({ min: 1, max: 12 }),
      maxFanout: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        stores,
        limits,
        async ({ model, stored, contextual, subject, context }, bounds) => {
          const asked = questions.map(([object, relation]) => ({
            object: parseObject(object) as ObjectRef,
            relation,
            subject,
            context,
            contextual,
          }));
          const ask = (some: typeof asked) =>
            evaluator({ model, reader: memoryReader(stored), limits: bounds }).check(some);
          const together = await ask(asked);
          const alone = (await Promise.all(asked.map((one) => ask([one])))).flat();
          expect(together.map((o) => o.value)).toEqual(alone.map((o) => o.value));
          expect(together.map((o) => o.reasons.map((r) => r.code).sort())).toEqual(
            alone.map((o) => o.reasons.map((r) => r.code).sort()),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the evaluator', () => {
  const form = (type: string, more: object = {}) => ({ type, ...more });
  const typed = (type: string, relation: string, ...restrictions: { type: string }[]) => ({
    type,
    relations: { [relation]: { this: {} } },
    metadata: { relations: { [relation]: { directly_related_user_types: restrictions } } },
  });
  const conditions = {
    open: { name: 'open', expression: 'x == 1', parameters: { x: { type_name: 'TYPE_NAME_INT' } } },
  };
  const tuple = (object: string, relation: string, subject: string, x?: number): MemoryTuple => ({
    object: parseObject(object) as ObjectRef,
    relation,
    subject: parseSubject(subject) as SubjectRef,
    ...(x === undefined ? {} : { condition: { name: 'open', context: { x } } }),
  });
  const ask = async (
    definitions: object[],
    stored: MemoryTuple[],
    contextual: MemoryTuple[] = [],
  ) => {
    const model = compileModel({
      schema_version: '1.1',
      type_definitions: [{ type: 'user' }, ...definitions] as ModelJson['type_definitions'],
      conditions,
    });
    const [outcome] = await evaluator({ model, reader: memoryReader(stored), limits: wide }).check([
      {
        subject: parseSubject('user:a') as SubjectRef,
        relation: 'viewer',
        object: { type: 'doc', id: '1' },
        contextual,
      },
    ]);
    return outcome?.value;
  };
  const viewer = typed('doc', 'viewer', form('group', { relation: 'member' }));
  const inGroup = tuple('doc:1', 'viewer', 'group:g#member');

  it('ignores a member with a condition that the group no longer accepts', async () => {
    expect(
      await ask(
        [typed('group', 'member', form('user')), viewer],
        [inGroup, tuple('group:g', 'member', 'user:a', 1)],
      ),
    ).toBe(0);
    expect(
      await ask(
        [typed('group', 'member', form('user')), viewer],
        [inGroup, tuple('group:g', 'member', 'user:a')],
      ),
    ).toBe(2);
  });

  it('evaluates conditions of members', async () => {
    const group = typed('group', 'member', form('user', { condition: 'open' }));
    expect(await ask([group, viewer], [inGroup, tuple('group:g', 'member', 'user:a', 1)])).toBe(2);
    expect(await ask([group, viewer], [inGroup, tuple('group:g', 'member', 'user:a', 0)])).toBe(0);
  });

  it('finds valid rows behind outdated rows', async () => {
    const nested = typed(
      'group',
      'member',
      form('user'),
      form('group', { relation: 'member', condition: 'open' }),
    );
    const doc = typed('doc', 'viewer', form('group', { relation: 'member', condition: 'open' }));
    const stale = (count: number) =>
      Array.from({ length: count }, (_, i) => tuple('doc:1', 'viewer', `group:a${i}#member`));
    const behind = [
      tuple('doc:1', 'viewer', 'group:z#member', 1),
      tuple('group:z', 'member', 'user:a'),
    ];
    const narrow = async (stored: MemoryTuple[], contextual: MemoryTuple[] = []) => {
      const model = compileModel({
        schema_version: '1.1',
        type_definitions: [{ type: 'user' }, nested, doc] as ModelJson['type_definitions'],
        conditions,
      });
      const question = {
        subject: parseSubject('user:a') as SubjectRef,
        relation: 'viewer',
        object: parseObject('doc:1') as ObjectRef,
        contextual,
      };
      const [outcome] = await evaluator({
        model,
        reader: memoryReader(stored),
        limits: { ...wide, maxFanout: 3 },
      }).check([question]);
      return [outcome?.value, ...(outcome?.reasons.map((r) => r.code) ?? [])];
    };
    expect(await narrow([...stale(2), ...behind])).toEqual([2]);
    expect(await narrow(stale(3))).toEqual([0]);
    expect(await narrow(stale(4))).toEqual([0]);
    expect(await narrow([...stale(4), ...behind])).toEqual([2]);
    expect(await narrow(stale(4), behind)).toEqual([2]);
  });

  it('lets a contextual tuple hide a stored one of the same key', async () => {
    const doc = typed('doc', 'viewer', form('user', { condition: 'open' }));
    expect(await ask([doc], [tuple('doc:1', 'viewer', 'user:a', 1)])).toBe(2);
    expect(
      await ask(
        [doc],
        [tuple('doc:1', 'viewer', 'user:a', 1)],
        [tuple('doc:1', 'viewer', 'user:a', 0)],
      ),
    ).toBe(0);
  });
});
