import { describe, expect, test } from 'vitest';
import { decisionIn, opinionOf } from './veto-consultation.ts';

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const hold = { decision: 'hold', reasonCode: 'legal_claim', reason: 'A suit' };

describe('decisionIn', () => {
  test.each([
    ['allows', 200, json({ decision: 'allow' }), { decision: 'allow' }],
    ['holds', 200, json(hold), hold],
    [
      'holds for another reason',
      200,
      json({ decision: 'hold', reason: 'x' }),
      { reasonCode: 'other' },
    ],
    [
      'holds for a time',
      200,
      json({ ...hold, until: '2027-01-01T00:00:00Z' }),
      { until: '2027-01-01T00:00:00Z' },
    ],
    [
      'holds without a reason that can be read',
      200,
      json({ decision: 'hold', reasonCode: 'whim', reason: 7, until: 'tomorrow' }),
      { decision: 'hold', reasonCode: 'other', reason: 'No reason was given.', until: undefined },
    ],
    [
      'holds for a long reason',
      200,
      json({ ...hold, reason: 'x'.repeat(2_000) }),
      { reason: 'x'.repeat(1_000) },
    ],
    [
      'ignores what it does not know',
      200,
      json({ decision: 'allow', more: 1 }),
      { decision: 'allow' },
    ],
  ])('%s', (_what, status, body, expected) =>
    expect(decisionIn(status, body)).toMatchObject(expected),
  );

  test.each([
    ['another status', 204, json({ decision: 'allow' })],
    ['a redirect', 302, json({ decision: 'allow' })],
    ['no JSON', 200, Buffer.from('yes')],
    ['nothing', 200, Buffer.alloc(0)],
    ['another decision', 200, json({ decision: 'maybe' })],
    ['a list', 200, json([{ decision: 'allow' }])],
  ])('is not a decision: %s', (_what, status, body) =>
    expect(decisionIn(status, body)).toBeUndefined(),
  );
});

describe('opinionOf', () => {
  const client = { id: 'vcl_1', onTimeout: 'hold' } as const;

  test('a missing decision is treated as the client is configured', () => {
    expect(opinionOf(client, undefined).hold).toMatchObject({ reasonCode: 'other' });
    expect(opinionOf({ ...client, onTimeout: 'allow' }, undefined).hold).toBeUndefined();
  });

  test('a decision applies regardless of the configuration', () => {
    const allowing = { ...client, onTimeout: 'allow' } as const;
    expect(opinionOf(client, { decision: 'allow' })).toEqual({ source: 'veto', sourceId: 'vcl_1' });
    const decision = {
      decision: 'hold',
      reasonCode: 'other',
      reason: 'x',
      until: '2027-01-01T00:00:00Z',
    } as const;
    expect(opinionOf(allowing, decision).hold?.expiresAt).toEqual(new Date(decision.until));
  });
});
