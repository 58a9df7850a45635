import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { chainHash, chainStart, commitmentOf, recordHash } from '../chain/chain.ts';
import type { FixedRecord, SaltedValue } from '../chain/chain.ts';
import { verifyAuditExport } from './verification.ts';

interface StoredRecord {
  seq: number;
  record: FixedRecord;
  recordHash: string;
  hash: string;
  personal: { actor: SaltedValue | null };
}

/** The content of the database. */
interface Log {
  records: StoredRecord[];
  seals: string[];
}

const iss = 'https://acme.platform.example';
const length = 9;
const sealed = [2, 5, 9];
let sign: (payload: object, typ: string) => Promise<string>;
let keys: JSONWebKeySet;
let log: Log;

function written(seq: number, name: string, tenantId = 'tnt_a'): StoredRecord {
  const actor = { salt: Buffer.from(`salt of ${seq}`).toString('base64url'), value: { name } };
  const commitments = { actor: commitmentOf(actor), subject: null, details: null };
  const at = '2026-11-23T00:00:00.000Z';
  const record = { tenantId, seq, recordedAt: at, occurredAt: at, commitments };
  return { seq, record, recordHash: '', hash: '', personal: { actor } };
}

/** Computes every hash and sequence number, as an attacker with access to the database could. */
function chained(records: readonly StoredRecord[]): StoredRecord[] {
  let hash = chainStart;
  return records.map((one, i) => {
    const record = { ...one.record, seq: i + 1 };
    const own = recordHash(record);
    hash = chainHash(hash, own);
    return { ...one, seq: i + 1, record, recordHash: own, hash };
  });
}

const checkpoint = (
  { seq, hash }: Pick<StoredRecord, 'seq' | 'hash'>,
  previousSeq: number | null,
  tenantId = 'tnt_a',
) =>
  sign(
    {
      iss,
      aud: 'urn:platform:audit-checkpoint',
      tenant_id: tenantId,
      seq,
      hash,
      previous_seq: previousSeq,
    },
    'audit-checkpoint+jwt',
  );

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] };
  sign = (payload, typ) =>
    new CompactSign(Buffer.from(JSON.stringify(payload)))
      .setProtectedHeader({ alg: 'RS256', kid: 'one', typ })
      .sign(privateKey);
  const records = chained(Array.from({ length }, (_, i) => written(i + 1, `Person ${i}`)));
  const seals = await Promise.all(
    sealed.map((seq, i) => checkpoint(records[seq - 1]!, sealed[i - 1] ?? null)),
  );
  log = { records, seals };
});

/** Changes of an export after its manifest was computed. */
interface Tampering {
  manifest?: object;
  /** Lines of a file by its name. */
  files?: Record<string, readonly unknown[]>;
}

/**
 * Exports the content of the database as the platform would, with a signed manifest of it, and
 * verifies the export.
 */
async function verdictOf(
  { records, seals }: Log,
  known?: string,
  { manifest: stated, files: replaced = {} }: Tampering = {},
) {
  const lines = (values: readonly unknown[]): string =>
    values
      .map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`)
      .join('');
  const files: Record<string, string> = {
    records: lines(records),
    chain: lines(records.map(({ seq, recordHash: own }) => ({ seq, recordHash: own }))),
    checkpoints: lines(seals),
  };
  const manifest = {
    iss,
    jti: 'aex_1',
    aud: 'urn:platform:audit-export',
    version: 1,
    tenant_id: 'tnt_a',
    from: '2026-11-23T00:00:00.000Z',
    to: '2026-11-24T00:00:00.000Z',
    format: 'ndjson',
    records: records.length,
    chain: {
      first_seq: 1,
      last_seq: records.at(-1)!.seq,
      previous_hash: chainStart,
      last_hash: records.at(-1)!.hash,
    },
    parts: Object.entries(files).map(([kind, text], i) => ({
      part: i + 1,
      name: kind,
      kind,
      records: 0,
      bytes: Buffer.byteLength(text),
      sha256: createHash('sha256').update(text).digest('hex'),
    })),
    ...stated,
  };
  async function* open(name: string) {
    yield Buffer.from(replaced[name] ? lines(replaced[name]) : files[name]!);
  }
  const jws = await sign(manifest, 'export-manifest+jwt');
  return verifyAuditExport(JSON.stringify({ jws }), open, keys, known);
}

const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, list[from]!);
};

const at = fc.nat({ max: length - 1 });
const seal = fc.nat({ max: sealed.length - 1 });
const other = fc.string({ minLength: 1, maxLength: 20 });

/** Manipulations of the records, with and without recomputing all hashes and numbers. */
const ofRecords: fc.Arbitrary<(records: StoredRecord[]) => StoredRecord[]> = fc.oneof(
  fc.tuple(at, other).map(
    ([i, name]) =>
      (records: StoredRecord[]) =>
        records.with(i, {
          ...records[i]!,
          record: { ...records[i]!.record, operationId: `forged ${name}` },
        }),
  ),
  at.map((i) => (records: StoredRecord[]) => records.toSpliced(i, 1)),
  fc.tuple(at, other).map(
    ([i, name]) =>
      (records: StoredRecord[]) =>
        records.toSpliced(i, 0, written(i + 1, name)),
  ),
  fc
    .tuple(at, at)
    .filter(([from, to]) => from !== to)
    .map(
      ([from, to]) =>
        (records: StoredRecord[]) =>
          moved(records, from, to),
    ),
);

test('an unmodified export verifies', async () => {
  expect(await verdictOf(log)).toEqual({
    findings: [],
    records: length,
    sealedSeq: 9,
    removedParts: 0,
  });
});

test('records that were changed, removed, inserted or moved are detected, even if the chain was recomputed', async () => {
  await fc.assert(
    fc.asyncProperty(ofRecords, fc.boolean(), async (tamper, isRewritten) => {
      const records = tamper(log.records);
      const forged = isRewritten ? chained(records) : records;
      return (await verdictOf({ ...log, records: forged })).findings.length > 0;
    }),
  );
});

/** Three records, of which the second was written with these members; every hash fits. */
const withSecond = (members: object): Log => {
  const three = [1, 2, 3].map((seq) => written(seq, `Person ${seq}`));
  const second = { ...three[1]!, record: { ...three[1]!.record, ...members } };
  return { records: chained(three.with(1, second)), seals: [] };
};
const linksOf = ({ records }: Log) =>
  records.map(({ seq, recordHash: own }) => ({ seq, recordHash: own }));
const plain = () => withSecond({});

test.each<[string, () => [Log, Tampering?], string]>([
  [
    'a row that the platform found changed',
    () => [plain(), { manifest: { altered_records: [2] } }],
    'the row of record 2 was changed in the database',
  ],
  [
    'a record of another tenant',
    () => [withSecond({ tenantId: 'tnt_b' })],
    'record 2 belongs to another export',
  ],
  [
    'a record with the number of another',
    () => {
      const log3 = plain();
      const [first, second, third] = log3.records as [StoredRecord, StoredRecord, StoredRecord];
      const renumbered = { ...second.record, seq: 7 };
      const forged = { ...second, record: renumbered, recordHash: recordHash(renumbered) };
      return [log3, { files: { records: [first, forged, third] } }];
    },
    'record 2 belongs to another export',
  ],
  [
    'a record from before the range',
    () => [withSecond({ occurredAt: '2026-11-22T23:59:59.999Z' })],
    'record 2 is not in the range of the export',
  ],
  [
    'a record at the end of the range',
    () => [withSecond({ occurredAt: '2026-11-24T00:00:00.000Z' })],
    'record 2 is not in the range of the export',
  ],
  [
    'a record without a time',
    () => [withSecond({ occurredAt: 5 })],
    'record 2 is not in the range of the export',
  ],
  [
    'a record whose hashes are not those of the chain',
    () => {
      const { records } = withSecond({ operationId: 'forged' });
      return [plain(), { files: { records } }];
    },
    'record 2 does not match the chain',
  ],
  [
    'a record with another hash of the chain',
    () => {
      const { records } = plain();
      return [
        plain(),
        { files: { records: records.with(2, { ...records[2]!, hash: chainStart }) } },
      ];
    },
    'record 3 does not match the chain',
  ],
  [
    'a record that does not follow from the one before',
    () => {
      const { records } = plain();
      return [
        plain(),
        { files: { records: records.with(2, { ...records[2]!, hash: chainStart }) } },
      ];
    },
    'record 3 does not follow from record 2',
  ],
  [
    'records in another order',
    () => [plain(), { files: { records: moved(plain().records, 2, 1) } }],
    'record 2 is out of order after record 3',
  ],
  [
    'another number of records',
    () => [plain(), { manifest: { records: 4 } }],
    'it has 3 records instead of 4',
  ],
  [
    'another file of records',
    () => [plain(), { files: { records: plain().records.slice(1) } }],
    'records is not the file listed in the manifest',
  ],
  [
    'a chain that is longer than stated',
    () => [plain(), { files: { chain: [...linksOf(plain()), { seq: 4, recordHash: 'ab' }] } }],
    'chain is not the file listed in the manifest',
  ],
  [
    'another end of the chain',
    () => {
      const chain = { first_seq: 1, last_seq: 3, previous_hash: chainStart, last_hash: 'ab' };
      return [plain(), { manifest: { chain } }];
    },
    'the chain does not lead to the hash of record 3',
  ],
  [
    'another file of checkpoints',
    () => [log, { files: { checkpoints: log.seals.slice(0, -1) } }],
    'a checkpoint cannot be verified: it is not the file listed in the manifest',
  ],
])('finds %s', async (_what, forge, finding) => {
  expect((await verdictOf(plain())).findings).toEqual([]);
  const [forged, tampering] = forge();
  expect((await verdictOf(forged, undefined, tampering)).findings).toContain(finding);
});

test('a changed name or salt is detected', async () => {
  await fc.assert(
    fc.asyncProperty(at, other, fc.boolean(), async (i, name, isSalt) => {
      const { personal } = log.records[i]!;
      const actor = isSalt
        ? { ...personal.actor!, salt: Buffer.from(name).toString('base64url') }
        : { ...personal.actor!, value: { name } };
      const records = log.records.with(i, { ...log.records[i]!, personal: { actor } });
      const { findings } = await verdictOf({ ...log, records });
      return findings.includes(`the actor of record ${i + 1} was changed`);
    }),
  );
});

test('checkpoints that were changed, removed before others, repeated or moved are detected', async () => {
  const strange = await checkpoint(log.records[0]!, null, 'tnt_b');
  const tampering = fc.oneof(
    fc.tuple(seal, fc.nat()).map(([i, n]) => (seals: string[]) => {
      const [header, payload = '', signature] = seals[i]!.split('.');
      const place = n % payload.length;
      const letter = payload[place] === 'A' ? 'B' : 'A';
      const changed = payload.slice(0, place) + letter + payload.slice(place + 1);
      return seals.with(i, `${header}.${changed}.${signature}`);
    }),
    // Excludes the newest checkpoint: without it, records are unsealed, which the verdict reports.
    fc.nat({ max: sealed.length - 2 }).map((i) => (seals: string[]) => seals.toSpliced(i, 1)),
    fc.tuple(seal, seal).map(
      ([i, to]) =>
        (seals: string[]) =>
          seals.toSpliced(to, 0, seals[i]!),
    ),
    fc
      .tuple(seal, seal)
      .filter(([from, to]) => from !== to)
      .map(
        ([from, to]) =>
          (seals: string[]) =>
            moved(seals, from, to),
      ),
    seal.map((i) => (seals: string[]) => seals.with(i, strange)),
  );
  await fc.assert(
    fc.asyncProperty(tampering, async (tamper) => {
      const { findings } = await verdictOf({ ...log, seals: tamper(log.seals) });
      return findings.length > 0;
    }),
  );
  const { findings, sealedSeq } = await verdictOf({ ...log, seals: log.seals.slice(0, -1) });
  expect([findings, sealedSeq]).toEqual([[], 5]);
});

test('an export still verifies after people were erased', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(at), async (erased) => {
      const records = log.records.map((one, i) =>
        erased.includes(i) ? { ...one, personal: { actor: null } } : one,
      );
      const { findings, sealedSeq, removedParts } = await verdictOf({ ...log, records });
      return findings.length === 0 && sealedSeq === length && removedParts === erased.length;
    }),
  );
});

test('a chain rewritten together with its checkpoints differs from a known checkpoint', async () => {
  const known = log.seals[1]!;
  const { findings } = await verdictOf({ ...log, seals: [] }, known);
  expect(findings).toEqual([]);
  const rewritten = chained(log.records.with(2, written(3, 'Mallory')));
  const seals = await Promise.all(
    sealed.map((seq, i) => checkpoint(rewritten[seq - 1]!, sealed[i - 1] ?? null)),
  );
  expect((await verdictOf({ records: rewritten, seals })).findings).toEqual([]);
  const found = await verdictOf({ records: rewritten, seals }, known);
  expect(found.findings).toEqual(['the checkpoint of record 5 is not the known one']);
  const cut = await verdictOf(
    { records: log.records.slice(0, 4), seals: seals.slice(0, 0) },
    known,
  );
  expect(cut.findings).toEqual([
    'the chain of the export does not contain record 5, which the known checkpoint seals',
  ]);
});
