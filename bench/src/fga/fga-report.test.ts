import { describe, expect, test } from 'vitest';
import { newHistogram } from '../histogram.ts';
import { fgaReport } from './fga-report.ts';
import type { MeasuredRow } from './measured-rows.ts';
import { measuredOperations } from './questions.ts';

const took = (ms: number) => {
  const kept = newHistogram();
  kept.add(ms * 1000);
  return kept;
};
const operation = measuredOperations.find((o) => o.name === 'miss through six folders')!;
const row = ({
  ours,
  openfga = ours,
  peer,
  engine = 1,
  failed = new Map(),
}: {
  ours: number;
  openfga?: number;
  peer: number;
  engine?: number;
  failed?: Map<number, number>;
}): MeasuredRow => ({
  operation,
  choice: 'uniform',
  engine: took(engine),
  latency: [took(ours), took(ours)],
  beside: [took(ours), took(openfga), took(peer)],
  load: [
    { perSecond: 1, failed },
    { perSecond: 1, failed: new Map() },
    { perSecond: 1, failed: new Map() },
    { perSecond: 0, failed: new Map() },
  ],
});
const report = (of: MeasuredRow, large = 1, bytesPerTuple = 1) =>
  fgaReport({
    machine: 'a machine',
    tuples: 1_000,
    few: 100,
    total: 1_100,
    bytesPerTuple,
    hasPeer: true,
    rows: [of],
    growth: [{ operation, small: took(1), large: took(large) }],
    rate: { tuples: 1, perSecond: 1, first: 1, last: 1 },
    effort: {
      rounds: 1,
      engineRounds: 1,
      warmUpRounds: 0,
      patienceMillis: 1,
      leastRounds: 1,
      loadRounds: 1,
      loadSeconds: 1,
      connections: 1,
    },
  });

describe('the report', () => {
  test.each([
    ['all is well', row({ ours: 1, peer: 3 }), 1, undefined],
    [
      'it takes longer than may be',
      row({ ours: 1, peer: 3, engine: 4 }),
      1,
      'miss through six folders, uniform at p50 (4.0',
    ],
    [
      'the peer is faster',
      row({ ours: 2, peer: 1 }),
      1,
      'miss through six folders, uniform at p50;',
    ],
    [
      'the peer is not half as fast',
      row({ ours: 2, peer: 3 }),
      1,
      'miss through six folders, uniform at p99',
    ],
    [
      'the OpenFGA API is slower than the access API',
      row({ ours: 1, openfga: 2, peer: 3 }),
      1,
      'Allowed: 1.1 times the p50. DOES NOT HOLD for miss through six folders, uniform.',
    ],
    ['it grows', row({ ours: 1, peer: 3 }), 2, 'DOES NOT HOLD for miss through six folders.'],
    [
      'requests failed',
      row({ ours: 1, peer: 3, failed: new Map([[504, 2]]) }),
      1,
      'REQUESTS FAILED under load: miss through six folders, uniform: 2 with 504.',
    ],
  ])('reports when %s', (_, of, large, said) => {
    const { text: ours, peerText, holds } = report(of, large);
    const text = `${ours}\n${peerText}`;
    expect(holds).toBe(said === undefined);
    if (said === undefined) expect(text).not.toContain('NOT HOLD');
    else expect(text).toContain(said);
    expect(text).not.toMatch(/NaN|Infinity/);
  });

  test('reports when a tuple exceeds its size limit', () => {
    expect(report(row({ ours: 1, peer: 3 }), 1, 360).holds).toBe(true);
    const { text, holds } = report(row({ ours: 1, peer: 3 }), 1, 361);
    expect(holds).toBe(false);
    expect(text).toContain('361 bytes with its indexes (allowed: 360). DOES NOT HOLD.');
  });
});
