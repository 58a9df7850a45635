import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { JsMsg } from '@nats-io/jetstream';
import { pendingMessages } from './pending-messages.ts';

const message = (seq: number, key: string): JsMsg =>
  ({ seq, subject: key, info: { timestampNanos: seq * 1e6 } }) as JsMsg;
const keyOf = ({ subject }: JsMsg): string => subject;
const never = (): void => undefined;

function held() {
  const clock = { ms: 0 };
  const begin = { seq: 0 };
  return { clock, pending: pendingMessages(keyOf, { begin, now: () => clock.ms }) };
}

describe('pendingMessages', () => {
  test('a failing key delays only its own messages, and keeps their order', async () => {
    const { clock, pending } = held();
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
      pending.add(message(seq, key));
    await pending.applyDue(10, apply, never);
    expect([applied, pending.applied()?.seq, pending.pauseMs()]).toEqual([[1, 3], 1, 1_000]);
    pending.add(message(4, 'bad'));
    pending.add(message(5, 'good'));
    await pending.applyDue(10, apply, never);
    expect([applied, pending.applied()?.seq, pending.size()]).toEqual([[1, 3, 5], 1, 2]);
    clock.ms += 1_000;
    await pending.applyDue(10, apply, never);
    expect(pending.pauseMs()).toBe(2_000);
    isBad = false;
    clock.ms += 2_000;
    await pending.applyDue(10, apply, never);
    expect([applied, pending.applied(), pending.pauseMs()]).toEqual([
      [1, 3, 5, 2, 4],
      { seq: 5, storedAt: 5 },
      undefined,
    ]);
  });

  test('keeps each key in order, and has applied everything up to the position, whatever fails', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 60 }),
        fc.integer({ min: 1, max: 8 }),
        fc.infiniteStream(fc.boolean()),
        async (steps, max, failures) => {
          const { clock, pending } = held();
          const applied: JsMsg[] = [];
          const apply = async (messages: JsMsg[]): Promise<void> => {
            if (failures.next().value) throw new Error('not now');
            applied.push(...messages);
          };
          for (const [n, [key, isApplying]] of steps.entries()) {
            pending.add(message(n + 1, key));
            clock.ms += 700;
            if (isApplying) await pending.applyDue(max, apply, never);
            const upTo = pending.applied()?.seq ?? 0;
            const seqs = new Set(applied.map(({ seq }) => seq));
            for (let seq = 1; seq <= upTo; seq++) expect(seqs.has(seq)).toBe(true);
          }
          for (let turn = 0; pending.size() > 0 && turn < 1_000; turn++) {
            clock.ms += 30_000;
            await pending.applyDue(max, apply, never);
          }
          for (const key of ['a', 'b', 'c'])
            expect(applied.filter(({ subject }) => subject === key).map(({ seq }) => seq)).toEqual(
              steps.flatMap(([of], n) => (of === key ? [n + 1] : [])),
            );
          expect(pending.applied()?.seq).toBe(steps.length);
        },
      ),
    ));
});
