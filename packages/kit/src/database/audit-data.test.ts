import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AuditRecordInput, maxAuditDataBytes } from '@platform/contracts';
import type { AuditData } from '@platform/contracts';
import { boundedAuditData } from './audit-data.ts';

const update = { operationId: 'userDirectoryUpdate', outcome: 'success', status: 200 } as const;

describe('boundedAuditData', () => {
  test('keeps data within the limits', () => {
    const data = { ...update, changed: ['/email', '/attributes/shoe'], details: { reason: 'x' } };
    expect(boundedAuditData(data)).toBe(data);
  });

  test.each([
    ['too many pointers', Array.from({ length: 201 }, (_, i) => `/attributes/a${i}`)],
    ['too long a pointer', [`/attributes/${'a'.repeat(512)}`]],
    ['too many bytes', Array.from({ length: 100 }, (_, i) => `/attributes/${'ä'.repeat(50)}${i}`)],
  ])('replaces the pointers by those of their members for %s', (_name, pointers) => {
    const changed = ['/email', ...pointers];
    expect(boundedAuditData({ ...update, changed, details: { reason: 'x' } })).toEqual({
      ...update,
      changed: ['/email', '/attributes'],
      details: { reason: 'x' },
    });
  });

  test('marks details that are too large', () => {
    const details = { reason: 'x'.repeat(9_000) };
    expect(boundedAuditData({ ...update, details })).toEqual({
      ...update,
      details: { truncated: true },
    });
  });

  const data: fc.Arbitrary<AuditData> = fc.record(
    {
      operationId: fc.constant(update.operationId),
      outcome: fc.constant(update.outcome),
      status: fc.constant(200),
      changed: fc.array(
        fc.tuple(fc.string(), fc.integer({ min: 1, max: 700 })).map(([s, n]) => `/${s}`.repeat(n)),
        { maxLength: 300 },
      ),
      details: fc.dictionary(fc.string(), fc.string({ maxLength: 2_000 })),
    },
    { requiredKeys: ['operationId', 'outcome', 'status'] },
  );
  test('always returns data that the audit log accepts', () =>
    fc.assert(
      fc.property(data, (given) => {
        const bounded = boundedAuditData(given);
        return (
          AuditRecordInput.shape.data.safeParse(bounded).success &&
          Buffer.byteLength(JSON.stringify(bounded)) <= maxAuditDataBytes
        );
      }),
    ));
});
