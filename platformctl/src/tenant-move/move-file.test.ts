import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveMac, transferBox, transferKeyId } from '@platform/data-lifecycle/tenant-move';
import { linesOfPart, moveHeadOf, verifiedFile } from './move-file.ts';

const newKey = () => transferBox(randomBytes(32).toString('base64'));
const key = newKey();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'move-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The archive of a service with these rows. */
function partOf(service: string, rows: readonly object[]): string[] {
  const lines = [JSON.stringify({ service, tables: [] })];
  lines.push(...rows.map((row) => JSON.stringify({ table: 'item', sealed: {}, row })));
  const mac = archiveMac(key);
  lines.forEach(mac.add);
  return [...lines, JSON.stringify({ end: { rows: { item: rows.length }, mac: mac.digest() } })];
}

const tenant = { id: 'tnt_1', slug: 'acme', mode: 'live', issuer: 'https://acme.example' };
const move = { format: 1, moveId: 'req_1', keyId: transferKeyId(key), tenant };

/** A whole file: `change` alters its lines. */
async function fileOf(change: (lines: string[]) => string[] = (lines) => lines): Promise<string> {
  const parts = [partOf('hub', [{ name: 'a\u2028b' }, { name: 'b' }]), partOf('fga', [])];
  const head = JSON.stringify({ move });
  const mac = archiveMac(key);
  [head, ...parts.map((lines) => lines.at(-1) as string)].forEach(mac.add);
  const complete = { services: ['hub', 'fga'], mac: mac.digest() };
  const path = join(folder, randomBytes(4).toString('hex'));
  const lines = change([head, ...parts.flat(), JSON.stringify({ complete })]);
  await writeFile(path, `${lines.join('\n')}\n`);
  return path;
}

describe('a file with an exported tenant', () => {
  test('lists the archives of its services', async () => {
    const path = await fileOf();
    const { head, parts } = await verifiedFile(path, key);
    expect(head.tenant).toEqual(tenant);
    expect(parts.map(({ service, lines }) => [service, lines])).toEqual([
      ['hub', 4],
      ['fga', 2],
    ]);
    expect((await moveHeadOf(path)).moveId).toBe('req_1');
  });

  test('returns the lines of one service', async () => {
    const lines: string[] = [];
    for await (const line of linesOfPart(await fileOf(), 'hub')) lines.push(line);
    expect(lines).toEqual(partOf('hub', [{ name: 'a\u2028b' }, { name: 'b' }]));
  });

  test.each([
    ['a row was altered', (l: string[]) => l.map((s) => s.replace('"b"', '"c"')), 'rows of hub'],
    ['a row is missing', (l: string[]) => l.toSpliced(2, 1), 'rows of hub'],
    ['it ends early', (l: string[]) => l.slice(0, -1), 'ends early'],
    ['it ends within a line', (l: string[]) => [...l.slice(0, -1), '{"complete":'], 'not complete'],
    ['a service is missing', (l: string[]) => l.toSpliced(5, 2), 'a part is missing'],
    ['its tenant was altered', (l: string[]) => l.map((s) => s.replace('acme', 'emca')), 'altered'],
    ['it continues behind its end', (l: string[]) => [...l, l[2] as string], 'behind its end'],
    ['it is something else', () => ['{"name":"x"}'], 'not an export'],
    [
      'it has another format',
      (l: string[]) => l.map((s) => s.replace('"format":1', '"format":9')),
      'has format 9',
    ],
    ['it is empty', () => [], 'not an export'],
  ])('is rejected if %s', async (_name, change, reason) => {
    await expect(verifiedFile(await fileOf(change), key)).rejects.toThrow(reason);
  });

  test('is rejected if the transfer key is another one', async () => {
    await expect(verifiedFile(await fileOf(), newKey())).rejects.toThrow('The transfer key is not');
  });
});
