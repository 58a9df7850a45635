import { describe, expect, test } from 'vitest';
import { subjectHashes } from '../subject-hash.ts';
import { identifierHash } from './subject-resolution.ts';

describe('identifierHash', () => {
  const hash = subjectHashes(Buffer.alloc(32, 1).toString('base64'));
  const of = (type: string, value: string, tenantId = 'tnt_1') =>
    identifierHash(hash, tenantId, { type, value });

  test('is case-insensitive for addresses, and case-sensitive for other identifiers', () => {
    expect(of('email', 'Ada@Example.com')).toBe(of('email', 'ada@example.com'));
    expect(of('external_id', 'A')).not.toBe(of('external_id', 'a'));
  });

  test('differs by tenant and type, and equals the consent hash for a user id', () => {
    expect(of('email', 'a')).not.toBe(of('email', 'a', 'tnt_2'));
    expect(of('email', 'a')).not.toBe(of('username', 'a'));
    expect(of('user_id', 'usr_1')).toBe(hash('tnt_1', 'usr_1'));
  });
});
