import type { LoginFlow } from '@platform/contracts';
import { describe, expect, it } from 'vitest';
import { edited, newHistory, redone, undone } from './edit-history.ts';

const flow = (name: string) => ({ name }) as unknown as LoginFlow;
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(flow) as [LoginFlow, LoginFlow, LoginFlow, LoginFlow];

describe('the history of a flow', () => {
  it('undoes edits one by one, and repeats them', () => {
    const two = edited(edited(newHistory(a), b, 1_000), c, 2_000);
    const one = undone(two)!;
    expect(one.flow).toBe(b);
    expect(undone(one)!.flow).toBe(a);
    expect(undone(undone(one)!)).toBeUndefined();
    expect(redone(one)).toMatchObject({ flow: c, past: [a, b], future: [] });
    expect(redone(two)).toBeUndefined();
  });

  it('undoes what was typed without a pause together', () => {
    const typed = edited(edited(edited(newHistory(a), b, 1_000), c, 1_200), d, 1_400);
    expect(undone(typed)!.flow).toBe(a);
  });

  it('forgets what was undone once the flow is edited', () => {
    const other = edited(undone(edited(newHistory(a), b, 1_000))!, c, 1_100);
    expect(redone(other)).toBeUndefined();
    expect(undone(other)!.flow).toBe(a);
  });

  it('keeps an edit that changes nothing out', () => {
    const before = newHistory(a);
    expect(edited(before, a, 1_000)).toBe(before);
  });

  it('keeps the last hundred versions', () => {
    let history = newHistory(a);
    for (let i = 1; i <= 150; i++) history = edited(history, flow(String(i)), i * 1_000);
    expect(history.past).toHaveLength(100);
  });
});
