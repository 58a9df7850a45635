import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { parseKeys, SecretFault, secretBox } from './secrets.ts';

const bytes = (fill: number): Buffer => Buffer.alloc(32, fill);
const encoded = { k1: bytes(1).toString('base64'), k2: bytes(2).toString('base64') };
const box = secretBox(parseKeys(encoded, 'k2'));
const context = { tenantId: 'tnt_a', field: 'webhook_secrets/whs_1' };
const reasonOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof SecretFault) return error.reason;
    throw error;
  }
  return 'opened';
};

describe('secretBox', () => {
  test('decrypts what it encrypted, for any text and context', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string(),
        fc.string(),
        (plain, tenantId, field) => {
          expect(box.open(box.seal(plain, { tenantId, field }), { tenantId, field })).toBe(plain);
        },
      ),
    );
  });

  test('uses AES-256-GCM with the active key, identified by its id', () => {
    const [form, keyId, iv, text, tag] = box.seal('hunter2', context).split('.');
    expect([form, keyId]).toEqual(['v1', 'k2']);
    const decipher = createDecipheriv('aes-256-gcm', bytes(2), Buffer.from(iv!, 'base64url'))
      .setAAD(Buffer.from(JSON.stringify(['v1', 'k2', context.tenantId, context.field])))
      .setAuthTag(Buffer.from(tag!, 'base64url'));
    expect(decipher.update(text!, 'base64url', 'utf8') + decipher.final('utf8')).toBe('hunter2');
  });

  test('never encrypts the same text to the same value', () => {
    expect(box.seal('x', context)).not.toBe(box.seal('x', context));
  });

  test('cannot be decrypted for another tenant or field, even if their names concatenate to the same text', () => {
    const sealed = box.seal('x', { tenantId: 'ab', field: 'c' });
    for (const other of [
      { tenantId: 'ab', field: 'd' },
      { tenantId: 'x', field: 'c' },
      { tenantId: 'a', field: 'bc' },
    ]) {
      expect(reasonOf(() => box.open(sealed, other))).toBe('not_authentic');
    }
  });

  test('detects a change to any character', () => {
    const sealed = box.seal('a secret of some length', context);
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom(...'Aa0_-.'), (at, char) => {
        fc.pre(sealed[at] !== char);
        const altered = sealed.slice(0, at) + char + sealed.slice(at + 1);
        expect(reasonOf(() => box.open(altered, context))).not.toBe('opened');
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['', 'malformed'],
    ['hunter2', 'malformed'],
    ['v2.k2.a.b.c', 'malformed'],
    ['v1.k2.AAAAAAAAAAAAAAAA..AAAA', 'malformed'],
    ['v1.k9.AAAAAAAAAAAAAAAA..AAAAAAAAAAAAAAAAAAAAAA', 'key_unknown'],
    ['v1.k2.AAAAAAAAAAAAAAAA..AAAAAAAAAAAAAAAAAAAAAA', 'not_authentic'],
    ['v1.k2.AAAAAAAAAAAAAAAA.AB.AAAAAAAAAAAAAAAAAAAAAA', 'malformed'],
  ])('%j is %s', (sealed, reason) =>
    expect(reasonOf(() => box.open(sealed, context))).toBe(reason),
  );

  test('decrypts values of an older key, and reports both keys', () => {
    expect(box.open(secretBox(parseKeys(encoded, 'k1')).seal('x', context), context)).toBe('x');
    expect([box.activeKeyId, box.keyIds]).toEqual(['k2', ['k2', 'k1']]);
  });

  test('reveals neither plain text nor keys when it fails', () => {
    const sealed = secretBox({ keys: new Map([['k2', bytes(7)]]), activeKeyId: 'k2' }).seal(
      'hunter2',
      context,
    );
    expect(() => box.open(sealed, context)).toThrow(/webhook_secrets\/whs_1 cannot be decrypted/);
    try {
      box.open(sealed, context);
    } catch (error) {
      const told = JSON.stringify(error, Object.getOwnPropertyNames(error));
      for (const secret of ['hunter2', encoded.k2, sealed]) expect(told).not.toContain(secret);
    }
  });
});

describe('deriveKey', () => {
  test('is HKDF-SHA256 of the active key', () => {
    const expected = Buffer.from(
      hkdfSync('sha256', bytes(2), 'platform.secrets.derive.v1', 'cursor', 32),
    );
    expect(box.deriveKey('cursor')).toEqual(expected);
  });
  test('differs by label, and lists older keys after the active one', () => {
    expect(box.deriveKey('cookie')).not.toEqual(box.deriveKey('cursor'));
    expect(box.deriveKeys('cursor')).toEqual([
      box.deriveKey('cursor'),
      secretBox(parseKeys(encoded, 'k1')).deriveKey('cursor'),
    ]);
  });
});

describe('parseKeys', () => {
  test.each<[string, Record<string, string>, string, RegExp]>([
    ['no keys', {}, 'k1', /active-key-id "k1" is not one of the keys \(none given\)/],
    ['an unknown active id', encoded, 'k3', /"k3" is not one of the keys \(k1, k2\)/],
    [
      '16 bytes',
      { k1: Buffer.alloc(16).toString('base64') },
      'k1',
      /key "k1": expected 32 bytes, found 16/,
    ],
    ['not base64', { k1: 'not base64 !' }, 'k1', /key "k1": must be base64/],
    ['an id with a dot', { 'k.1': encoded.k1 }, 'k.1', /key id "k\.1"/],
    ['one key under two ids', { a: encoded.k1, b: encoded.k1 }, 'a', /key "b": the same bytes/],
  ])('rejects %s', (_, keys, active, message) =>
    expect(() => parseKeys(keys, active)).toThrow(message),
  );

  test('lists every fault in one error, without the values', () => {
    const value = Buffer.alloc(16, 9).toString('base64');
    expect(() => parseKeys({ a: value, b: '?' }, 'c')).toThrow(/key "a".*key "b".*active-key-id/);
    expect(() => parseKeys({ a: value }, 'a')).not.toThrow(value);
  });
});
