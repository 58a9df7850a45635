import type { Tx } from '@platform/kit/database';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ScannedRecord } from '../audit-log/record-scan.ts';
import { recordLines } from './export-content.ts';
import type { ReadTenant } from './export-content.ts';
import type { ExportRequest } from './export-store.ts';

const request: ExportRequest = {
  from: '2026-11-22T00:00:00.000Z',
  to: '2026-11-23T00:00:00.000Z',
  format: 'ndjson',
  compression: 'none',
  includePersonalData: false,
  includeChain: false,
};

/** A log in which every `every`-th record passes the filter. Records the calls. */
function logOf({ length, every }: { length: number; every: number }) {
  const spans: number[] = [];
  const rows = async (sql: string, [, after, upTo]: readonly number[]) => {
    if (sql.includes('is_selected')) return [];
    spans.push(upTo! - after!);
    const found: Partial<ScannedRecord>[] = [];
    for (let seq = after! + 1; seq <= upTo!; seq += 1)
      if (seq % every === 0) found.push({ seq, fixed: '{}', recordHash: '', hash: '' });
    return found;
  };
  const tx = { rows, context: { tenantId: 'tnt_1' } } as unknown as Tx;
  const read: ReadTenant = (work) => work(tx);
  const file = (scannedSeq: number, maxRecords: number) =>
    recordLines(
      { request, scannedSeq, maxSeq: length },
      { read, maxRecords, signal: new AbortController().signal },
    );
  return { file, spans };
}

/** All files of an export, concatenated. */
async function exported(log: ReturnType<typeof logOf>, length: number, maxRecords: number) {
  const seqs: number[] = [];
  for (let scanned = 0; scanned < length;) {
    const { lines, content } = log.file(scanned, maxRecords);
    for await (const text of lines)
      for (const line of text.trim().split('\n')) seqs.push(JSON.parse(line).seq);
    scanned = content.scannedSeq;
  }
  return seqs;
}

test('an export writes every record that passes the filter once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: 20_000 }),
      fc.integer({ min: 1, max: 3_000 }),
      fc.integer({ min: 50, max: 5_000 }),
      async (length, every, maxRecords) => {
        const seqs = await exported(logOf({ length, every }), length, maxRecords);
        return (
          seqs.length === Math.floor(length / every) &&
          seqs.every((seq, i) => seq === every * (i + 1))
        );
      },
    ),
    { numRuns: 30 },
  );
});

test('an export reads few records at a time, and few statements for a filter with few matches', async () => {
  const dense = logOf({ length: 20_000, every: 1 });
  await exported(dense, 20_000, 100_000);
  expect(Math.max(...dense.spans)).toBe(500);
  const sparse = logOf({ length: 100_000, every: 1_000 });
  await exported(sparse, 100_000, 100_000);
  expect(Math.max(...sparse.spans)).toBe(4_000);
  expect(sparse.spans.length).toBeLessThan(30);
});
