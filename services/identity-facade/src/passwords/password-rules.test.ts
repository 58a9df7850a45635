import { createHash } from 'node:crypto';
import { EgressFailed } from '@platform/kit/egress';
import type { EgressRequest } from '@platform/kit/egress';
import { createMetrics } from '@platform/kit/telemetry';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { breachedPasswords } from './breached-passwords.ts';
import { passwordRules } from './password-rules.ts';
import { passwordStrength } from './password-strength.ts';

const strength = passwordStrength(createMetrics('test'));
afterAll(() => strength.close());

const none = async () => false;
const judge = passwordRules({ guesses: strength.guesses, minScore: 3, isBreached: none });
const rules = {
  tenantId: 'tnt_1',
  minLength: 8,
  forbidden: ['ada.lovelace@example.com', 'Countess-Ada', 'Ada Lovelace', 'globex', 'zvyxgroup-kl'],
};
const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();

describe('a new password', () => {
  test.each([
    ['short', 'password_too_short', undefined, 'at least 8'],
    ['x'.repeat(257), 'password_too_long', undefined, 'at most 256'],
    ['Ada.Lovelace@Example.com', 'password_blocked', 'personal', 'email'],
    ['ADA.LOVELACE', 'password_blocked', 'personal', 'email'],
    ['countess-ada', 'password_blocked', 'personal', 'username'],
    ['ada lovelace', 'password_blocked', 'personal', 'name'],
    ['Password1', 'password_blocked', 'common', 'most common'],
    // Full-width letters, which NFKC maps to those of the list.
    ['ｐａｓｓｗｏｒｄ１', 'password_blocked', 'common', 'most common'],
    ['Summer2024!', 'password_blocked', 'guessable', 'easy to guess'],
    ['password123456789', 'password_blocked', 'guessable', 'easy to guess'],
    ['qwertyuiopasdfghjkl', 'password_blocked', 'common', 'most common'],
    ['asdfghjklqwertyuiop12', 'password_blocked', 'guessable', 'easy to guess'],
    ['globexglobexglobexglobex', 'password_blocked', 'guessable', 'easy to guess'],
    ['GlobexGlobex2024', 'password_blocked', 'guessable', 'easy to guess'],
    [
      'zvyxgroup-klzvyxgroup-klzvyxgroup-klzvyxgroup-kl',
      'password_blocked',
      'guessable',
      'easy to guess',
    ],
    ['congratulations', 'password_blocked', 'guessable', 'easy to guess'],
    ['adalovelaceadalovelace', 'password_blocked', 'guessable', 'easy to guess'],
    ['😀'.repeat(20), 'password_blocked', 'guessable', 'easy to guess'],
  ])('%s is not accepted', async (given, code, reason, detail) => {
    const fault = await judge.fault(given, rules);
    expect(fault).toMatchObject({ code });
    expect(fault?.reason).toBe(reason);
    expect(fault?.detail).toContain(detail);
    await expect(judge.require(given, rules)).rejects.toMatchObject({
      code: 'invalid_state',
      details: { errors: [{ code }], ...(reason && { members: { reason } }) },
    });
  });

  test('counts characters, not bytes', async () => {
    const faces = '😀😅🤖🐙🦀🚀🌵🎹';
    expect(await judge.fault(faces, rules)).toBeUndefined();
    expect(await judge.fault(faces.slice(2), rules)).toMatchObject({ code: 'password_too_short' });
  });

  test('is accepted without composition rules', async () => {
    const word = fc
      .stringMatching(/^[bcdfghjklmnpqrstvwxz]{20,40}$/)
      .filter((one) => new Set(one).size > 9);
    const isAccepted = async (given: string) => (await judge.fault(given, rules)) === undefined;
    await fc.assert(fc.asyncProperty(word, isAccepted), { numRuns: 30 });
  });

  test.each([8, 10, 12, 15])('is accepted if it is %i random characters', async (length) => {
    const drawn = (seed: number) => createHash('sha256').update(`seed ${seed}`).digest();
    const letters = (bytes: Buffer) => [...bytes].map((byte) => (byte % 26) + 10);
    const random = Array.from({ length: 300 }, (_, seed) => [
      drawn(seed).toString('base64url').slice(0, length),
      letters(drawn(seed).subarray(0, length))
        .map((digit) => digit.toString(36))
        .join(''),
    ]).flat();
    for (const given of random)
      expect([given, await judge.fault(given, rules)]).toEqual([given, undefined]);
  });

  test.each([8, 15])('is guessable whether %i characters are asked for', async (minLength) => {
    for (const given of ['password123456789', 'qwertyuiopasdfghjkl', 'globex'.repeat(4)])
      expect(await judge.fault(given, { ...rules, minLength })).toMatchObject({
        code: 'password_blocked',
      });
  });

  test('is not estimated with a minimum score of 0', async () => {
    const lenient = passwordRules({ guesses: strength.guesses, minScore: 0, isBreached: none });
    expect(await lenient.fault('password123456789', rules)).toBeUndefined();
    expect(await lenient.fault('Password1', rules)).toMatchObject({ reason: 'common' });
  });

  test('is estimated in a moment whatever its length', async () => {
    expect(await strength.guesses('password'.repeat(32), [])).toBeLessThan(1e8);
  });
});

describe('the range service for breached passwords', () => {
  const password = 'violet otters read maps';
  const served = (answer: (request: EgressRequest) => { status: number; body: string }) => {
    const requests: EgressRequest[] = [];
    const warnings: unknown[] = [];
    const service = breachedPasswords({
      rangeUrl: 'https://range.example.com/range/',
      log: { warn: (entry: unknown) => void warnings.push(entry) } as never,
      egress: {
        request: async (request) => {
          requests.push(request);
          const { status, body } = answer(request);
          return { status, body: Buffer.from(body), headers: {}, truncated: false } as never;
        },
      },
    });
    const judging = passwordRules({ guesses: strength.guesses, minScore: 3, ...service });
    return { judging, requests, warnings, ...service };
  };
  const lineOf = (text: string, count: number) => `${sha1(text).slice(5)}:${count}`;
  const bodyOf = (...lines: string[]) => [...lines, `${'0'.repeat(35)}:7`].join('\r\n');

  test('rejects a password that it lists, and sees five characters of its hash', async () => {
    const { judging, requests } = served(() => ({
      status: 200,
      body: bodyOf(lineOf(password, 3)),
    }));
    expect(await judging.fault(password, rules)).toMatchObject({
      code: 'password_blocked',
      reason: 'breached',
    });
    expect(requests).toMatchObject([
      {
        url: `https://range.example.com/range/${sha1(password).slice(0, 5)}`,
        headers: { 'add-padding': 'true' },
      },
    ]);
    expect(JSON.stringify(requests)).not.toContain(sha1(password).slice(5));
  });

  test('is asked for the password after normalization', async () => {
    const body = bodyOf(lineOf(password, 3));
    const { judging } = served(() => ({ status: 200, body }));
    const fullWidth = password.replace('violet', 'ｖｉｏｌｅｔ');
    expect(await judging.fault(fullWidth, rules)).toMatchObject({ reason: 'breached' });
  });

  test.each([
    ['another hash', bodyOf(lineOf('something else', 3))],
    ['padding', bodyOf(lineOf(password, 0))],
  ])('does not reject a password for %s', async (_, body) => {
    const { judging } = served(() => ({ status: 200, body }));
    expect(await judging.fault(password, rules)).toBeUndefined();
  });

  test('accepts every password while it fails, and is then not called for a while', async () => {
    const { isBreached, requests, warnings, stop } = served(() => {
      throw new EgressFailed('timeout');
    });
    for (let call = 0; call < 10; call += 1)
      expect(await isBreached('tnt_1', password)).toBe(false);
    expect(warnings).toHaveLength(10);
    expect(requests.length).toBeLessThan(10);
    stop();
  });
});
