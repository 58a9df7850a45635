import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { Block } from '../lanes/lane-blocks.ts';
import { deliveryBlocks, earliestAttemptAt } from './delivery-blocks.ts';
import type { DeliveryStatus } from './delivery-state.ts';

const waiting = (status: DeliveryStatus, at: number | null = 1_000, eventSeq = 5) => ({
  status,
  nextAttemptAt: at === null ? null : new Date(at),
  eventSeq,
});
const open: Block = { reason: 'circuit_open', until: 2_000 };
const suspended: Block = { reason: 'tenant_suspended', until: null };
const strict: Block = { reason: 'strict_order', until: null };

describe('deliveryBlocks', () => {
  test.each<[string, Block[], number | null, ReturnType<typeof waiting>, Block[]]>([
    ['pending', [open, suspended], null, waiting('pending'), [open, suspended]],
    ['held', [suspended], null, waiting('held'), [suspended]],
    ['in flight', [open, suspended], 1, waiting('in_flight'), []],
    ['succeeded', [open], null, waiting('succeeded', null), []],
    ['due after the block', [open, suspended], null, waiting('pending', 2_000), [suspended]],
    ['behind another', [open], 4, waiting('pending'), [open, strict]],
    ['the first', [open], 5, waiting('pending'), [open]],
  ])('%s', (_, laneBlocks, firstSeq, delivery, expected) => {
    expect(deliveryBlocks(delivery, { laneBlocks, firstSeq })).toEqual(expected);
  });
});

test('the next attempt is never before its due time or the end of a block, and unknown if a block is', () => {
  const block = fc.record({
    reason: fc.constant<Block['reason']>('circuit_open'),
    until: fc.option(fc.integer({ min: 0, max: 5_000 })),
  });
  fc.assert(
    fc.property(fc.array(block), fc.integer({ min: 0, max: 5_000 }), (blocks, at) => {
      const earliest = earliestAttemptAt(waiting('pending', at), blocks);
      const isUnknown = blocks.some(({ until }) => until === null);
      expect(earliest === null).toBe(isUnknown);
      if (earliest === null) return;
      const bounds = [at, ...blocks.map(({ until }) => until ?? 0)];
      expect(earliest.getTime()).toBe(Math.max(...bounds));
    }),
  );
  expect(earliestAttemptAt(waiting('held'), [])).toBeNull();
  expect(earliestAttemptAt(waiting('pending', null), [])).toBeNull();
});
