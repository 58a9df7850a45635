import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluator } from '../../src/check/evaluator.ts';
import type { CheckLimits } from '../../src/check/evaluator.ts';
import { memoryReader } from '../../src/check/memory-reader.ts';
import type { ObjectRef } from '../../src/tuples/tuple-key.ts';
import { parseObject } from '../../src/tuples/tuple-key.ts';
import { naiveCheck } from './naive-evaluator.ts';
import { laidOver, questions, stores } from './random-stores.ts';
import type { RandomStore } from './random-stores.ts';

const wide: CheckLimits = { maxDepth: 200, maxNodes: 10_000, maxFanout: 1_000 };

async function compare({ model, stored, contextual, subject, context }: RandomStore, limits: CheckLimits): Promise<void> {
  const asked = questions.map(([object, relation]) => ({ object: parseObject(object) as ObjectRef, relation, subject, context, contextual }));
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
  it('answers what the definition says', async () => {
    await fc.assert(fc.asyncProperty(stores, (store) => compare(store, wide)), { numRuns: 1_500 });
  });

  it('never says what the definition does not, whatever the limits', async () => {
    const limits = fc.record({ maxDepth: fc.nat(3), maxNodes: fc.integer({ min: 1, max: 4 }), maxFanout: fc.integer({ min: 1, max: 2 }) });
    await fc.assert(fc.asyncProperty(stores, limits, compare), { numRuns: 1_500 });
  });
});
