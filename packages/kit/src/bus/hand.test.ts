import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { JsMsg } from '@nats-io/jetstream';
import { hand } from './hand.ts';

const message = (seq: number, key: string): JsMsg =>
  ({ seq, subject: key, info: { timestampNanos: seq * 1e6 } }) as JsMsg;
const keyOf = ({ subject }: JsMsg): string => subject;
const never = (): void => undefined;

function held() {
  const clock = { ms: 0 };
  const begin = { seq: 0 };
  return { clock, inHand: hand(keyOf, { begin, now: () => clock.ms }) };
}

describe('messages in progress', () => {
  test('a failing key blocks only itself, and keeps its order', async () => {
    const { clock, inHand } = held();
    const applied: number[] = [];
    let isBad = true;
    const apply = async (messages: JsMsg[]): Promise<void> => {
      if (isBad && messages[0]?.subject === 'bad') throw new Error('not now');
      applied.push(...messages.map(({ seq }) => seq));
    };
    for (const [seq, key] of [
      [1, 'good'],
      [2, 'bad'],
      [3, 'good'],
    ] as const)
      inHand.add(message(seq, key));
    await inHand.applyDue(10, apply, never);
    expect([applied, inHand.applied()?.seq, inHand.pauseMs()]).toEqual([[1, 3], 1, 1_000]);
    inHand.add(message(4, 'bad'));
    inHand.add(message(5, 'good'));
    await inHand.applyDue(10, apply, never);
    expect([applied, inHand.applied()?.seq, inHand.size()]).toEqual([[1, 3, 5], 1, 2]);
    clock.ms += 1_000;
    await inHand.applyDue(10, apply, never);
    expect(inHand.pauseMs()).toBe(2_000);
    isBad = false;
    clock.ms += 2_000;
    await inHand.applyDue(10, apply, never);
    expect([applied, inHand.applied(), inHand.pauseMs()]).toEqual([
      [1, 3, 5, 2, 4],
      { seq: 5, storedAt: 5 },
      undefined,
    ]);
  });

  test('whatever fails: each key stays in order, and everything up to the position has been applied', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 60 }),
        fc.integer({ min: 1, max: 8 }),
        fc.infiniteStream(fc.boolean()),
        async (steps, max, failures) => {
          const { clock, inHand } = held();
          const applied: JsMsg[] = [];
          const apply = async (messages: JsMsg[]): Promise<void> => {
            if (failures.next().value) throw new Error('not now');
            applied.push(...messages);
          };
          for (const [n, [key, isApplying]] of steps.entries()) {
            inHand.add(message(n + 1, key));
            clock.ms += 700;
            if (isApplying) await inHand.applyDue(max, apply, never);
            const upTo = inHand.applied()?.seq ?? 0;
            const seqs = new Set(applied.map(({ seq }) => seq));
            for (let seq = 1; seq <= upTo; seq++) expect(seqs.has(seq)).toBe(true);
          }
          for (let turn = 0; inHand.size() > 0 && turn < 1_000; turn++) {
            clock.ms += 30_000;
            await inHand.applyDue(max, apply, never);
          }
          for (const key of ['a', 'b', 'c'])
            expect(applied.filter(({ subject }) => subject === key).map(({ seq }) => seq)).toEqual(
              steps.flatMap(([of], n) => (of === key ? [n + 1] : [])),
            );
          expect(inHand.applied()?.seq).toBe(steps.length);
        },
      ),
    ));
});
