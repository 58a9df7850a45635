import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import canonicalize from 'canonicalize';
import { expect, test } from 'vitest';

// Written as a reader of the page would, without any code of the platform.
const page = readFileSync(new URL('../../../../docs/audit-log.md', import.meta.url), 'utf8');
const [, example = ''] = /```json example=records\n([\s\S]+?)```/.exec(page) ?? [];
const records = example
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const sha256 = (...data: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const one of data) hash.update(one);
  return hash.digest('hex');
};

test('the records on the page about the audit log verify by the rules on that page', () => {
  expect(records).toHaveLength(2);
  let previous = '0'.repeat(64);
  for (const { seq, recordHash, hash, record, personal } of records) {
    expect(record.seq).toBe(seq);
    expect(sha256(canonicalize(record) ?? '')).toBe(recordHash);
    previous = sha256(Buffer.from(previous, 'hex'), Buffer.from(recordHash, 'hex'));
    expect(previous).toBe(hash);
    for (const [part, salted] of Object.entries<any>(personal))
      if (salted)
        expect(
          sha256(Buffer.from(salted.salt, 'base64url'), canonicalize(salted.value) ?? ''),
        ).toBe(record.commitments[part]);
    expect(page).toContain(`\`${hash}\``);
  }
  expect(page).toContain(`\`${records[0].recordHash}\``);
  expect(page).toContain(`\`${records[0].record.commitments.actor}\``);
  const { salt, value } = records[0].personal.actor;
  expect(Buffer.from(salt, 'base64url')).toHaveLength(32);
  expect(page).toContain(canonicalize(value));
  expect(records[1].personal.actor).toBeNull();
});
