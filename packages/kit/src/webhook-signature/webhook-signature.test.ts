import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Problem } from '../problem/problem.ts';
import { isSecret, newSecret, sign, verify, verifyTimestamp } from './webhook-signature.ts';

const vector = {
  secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  id: 'evt_01m7vqhvjvfabr24pa3eywnyp2',
  now: new Date(1795153262_000),
  body: '{"id":"evt_01m7vqhvjvfabr24pa3eywnyp2","type":"user.deleted","occurredAt":"2026-11-20T05:41:00.123Z","actor":{"type":"client","id":"console"},"organizationId":null,"subject":{"type":"user","id":"usr_01m7vqhvjpfrhtg5g075cmmcw9"},"data":{"user":{"id":"usr_01m7vqhvjpfrhtg5g075cmmcw9"}},"schemaVersion":1}',
};
const codeOf = (run: () => void): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
  return 'verified';
};
const stripe = new Stripe('sk_test_x');
const constructEvent = (body: string, header: string, secret: string, at: Date): unknown =>
  stripe.webhooks.constructEvent(body, header, secret, 300, undefined, at.getTime());

describe('sign', () => {
  test('produces the published test vector', () => {
    expect(Buffer.byteLength(vector.body)).toBe(302);
    expect(sign(vector.id, vector.body, [vector.secret], vector.now)).toEqual({
      'webhook-id': vector.id,
      'webhook-timestamp': '1795153262',
      'webhook-signature': 'v1,kKusp7N5JuBDM9R6Emvqi63zI2V1rxn8wFXMfgXZhag=',
      'X-Platform-Signature':
        't=1795153262,v1=142b718de42c3e9f573261232c1156487fbc3361a842cf34f4b42217cfab97fd',
      'X-Platform-Timestamp': '1795153262',
    });
  });

  test('is verified unchanged by both public libraries, with each valid secret', () => {
    const secrets = [newSecret(), newSecret(), newSecret()];
    const now = new Date();
    const headers = sign('evt_1', '{"ä":"€"}', secrets, now);
    for (const secret of secrets) {
      expect(new Webhook(secret).verify('{"ä":"€"}', { ...headers })).toEqual({ ä: '€' });
      expect(
        constructEvent('{"ä":"€"}', headers['X-Platform-Signature'], secret, now),
      ).toMatchObject({ ä: '€' });
    }
    expect(() => new Webhook(newSecret()).verify('{"ä":"€"}', { ...headers })).toThrow();
    expect(() =>
      constructEvent('{"ä":"€"}', headers['X-Platform-Signature'], newSecret(), now),
    ).toThrow();
  });

  test('fails without a usable secret', () => {
    expect(() => sign('evt_1', '', [], vector.now)).toThrow(TypeError);
    expect(() => sign('evt_1', '', ['hunter2'], vector.now)).toThrow(TypeError);
    expect(() => sign('evt.1', '', [vector.secret], vector.now)).toThrow(TypeError);
  });
});

describe('verify', () => {
  const { secret, now, body } = vector;
  const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
  const signed = (): Record<string, string> => ({ ...sign('evt_1', body, [secret], now) });
  const lower = (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

  test('accepts valid signatures, for any body and overlapping secrets', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.array(fc.uint8Array({ minLength: 24, maxLength: 64 }), { minLength: 1, maxLength: 3 }),
        fc.nat(2),
        (bytes, keys, which) => {
          const secrets = keys.map((key) => `whsec_${Buffer.from(key).toString('base64')}`);
          expect(
            codeOf(() =>
              verify(
                lower({ ...sign('evt_1', bytes, secrets, now) }),
                bytes,
                [secrets[which % secrets.length]!],
                now,
                300,
              ),
            ),
          ).toBe('verified');
        },
      ),
    );
  });

  test('rejects a body with any bit flipped', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 100 }),
        fc.nat(),
        fc.nat(7),
        (bytes, at_, bit) => {
          const headers = { ...sign('evt_1', bytes, [secret], now) };
          const altered = Uint8Array.from(bytes);
          altered[at_ % bytes.length]! ^= 1 << bit;
          expect(codeOf(() => verify(headers, altered, [secret], now, 300))).toBe(
            'signature_invalid',
          );
        },
      ),
    );
  });

  test.each([
    [0, 'verified'],
    [300, 'verified'],
    [300.999, 'verified'],
    [301, 'timestamp_out_of_tolerance'],
    [-300, 'verified'],
    [-301, 'timestamp_out_of_tolerance'],
  ])('%d s later: %s', (seconds, code) =>
    expect(codeOf(() => verify(signed(), body, [secret], at(seconds), 300))).toBe(code),
  );

  test.each<
    [string, (h: Record<string, string>) => Record<string, string | string[] | undefined>, string]
  >([
    ['no timestamp', (h) => ({ ...h, 'X-Platform-Timestamp': undefined }), 'timestamp_missing'],
    ['an empty one', (h) => ({ ...h, 'X-Platform-Timestamp': '' }), 'timestamp_missing'],
    ['a date', (h) => ({ ...h, 'X-Platform-Timestamp': '2026-11-20' }), 'timestamp_missing'],
    ['hexadecimal', (h) => ({ ...h, 'X-Platform-Timestamp': '0x6b000000' }), 'timestamp_missing'],
    ['negative', (h) => ({ ...h, 'X-Platform-Timestamp': '-1' }), 'timestamp_missing'],
    [
      'two of them',
      (h) => ({ ...h, 'X-Platform-Timestamp': ['1795153262', '1795153262'] }),
      'timestamp_missing',
    ],
    [
      'milliseconds',
      (h) => ({ ...h, 'X-Platform-Timestamp': '1795153262000' }),
      'timestamp_out_of_tolerance',
    ],
    ['no signature', (h) => ({ ...h, 'X-Platform-Signature': undefined }), 'signature_invalid'],
    [
      'a fresher header than the signed t',
      (h) => ({ ...h, 'X-Platform-Timestamp': '1795153263' }),
      'signature_invalid',
    ],
    [
      'a t that is not the header',
      (h) => ({
        ...h,
        'X-Platform-Signature': h['X-Platform-Signature']!.replace('t=1795153262', 't=1795153261'),
      }),
      'signature_invalid',
    ],
    [
      'a second t',
      (h) => ({ ...h, 'X-Platform-Signature': `t=1795153262,${h['X-Platform-Signature']}` }),
      'signature_invalid',
    ],
    [
      'another version',
      (h) => ({ ...h, 'X-Platform-Signature': h['X-Platform-Signature']!.replace('v1=', 'v0=') }),
      'signature_invalid',
    ],
    [
      'a cut signature',
      (h) => ({ ...h, 'X-Platform-Signature': h['X-Platform-Signature']!.slice(0, -2) }),
      'signature_invalid',
    ],
    [
      'a wrong signature before the right one',
      (h) => ({
        ...h,
        'X-Platform-Signature': h['X-Platform-Signature']!.replace(
          ',v1=',
          `,v1=${'0'.repeat(64)},v1=`,
        ),
      }),
      'verified',
    ],
  ])('%s', (_, change, code) =>
    expect(codeOf(() => verify(change(signed()), body, [secret], now, 300))).toBe(code),
  );

  test('rejects another secret, and an empty list of secrets', () => {
    expect(codeOf(() => verify(signed(), body, [newSecret()], now, 300))).toBe('signature_invalid');
    expect(codeOf(() => verify(signed(), body, [], now, 300))).toBe('signature_invalid');
  });

  test('does not confuse the two MACs', () => {
    const headers = signed();
    const standard = Buffer.from(headers['webhook-signature']!.slice(3), 'base64').toString('hex');
    expect(
      codeOf(() =>
        verify(
          { ...headers, 'X-Platform-Signature': `t=1795153262,v1=${standard}` },
          `evt_1.${body}`,
          [secret],
          now,
          300,
        ),
      ),
    ).toBe('signature_invalid');
  });

  test('sends only the timestamp to receivers that do not know the secret yet', () => {
    expect(verifyTimestamp(signed(), at(300), 300)).toBe('1795153262');
  });
});

describe('isSecret', () => {
  const of = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 1).toString('base64')}`;
  test.each([
    [newSecret(), true],
    [of(24), true],
    [of(64), true],
    [of(23), false],
    [of(65), false],
    ['', false],
    ['whsec_', false],
    [of(32).slice(6), false],
    [of(32).replace('=', ''), false],
    [`${of(32)} `, false],
    [`whsec_${'_'.repeat(44)}`, false],
  ])('%s: %s', (text, expected) => expect(isSecret(text)).toBe(expected));
});
