import { beforeEach, describe, expect, test } from 'vitest';
import { keySet } from './key-set.ts';
import { projectedTokens, serviceToken } from './projected-token.ts';
import type { ReviewedToken } from './token-review.ts';
import { problem } from '@platform/kit/problem';
import { codeOf, part, signed, signedByHmac, testKey } from './test-tokens.ts';

const rs = testKey('rs', 'RS256');
const rs384 = testKey('rs384', 'RS256', { alg: 'RS384' });
const es = testKey('es', 'ES256');
const es384 = testKey('es384', 'ES384');
const foreign = testKey('rs', 'RS256');
const issuer = 'https://kubernetes.default.svc.cluster.local';
const startSeconds = 1_800_000_000;
let nowMillis = startSeconds * 1000;
const now = () => nowMillis;
const keys = () =>
  keySet({ fetchKeys: async () => ({ keys: [rs, rs384, es, es384].map((k) => k.jwk) }), now });
const channel = (allowedSub = '^system:serviceaccount:platform:product-api$', set = keys()) =>
  projectedTokens({ issuer, audience: 'hub-applications-facade', allowedSub, keys: set, now });

const header = { alg: 'RS256', kid: 'rs' };
const claims = {
  iss: issuer,
  sub: 'system:serviceaccount:platform:product-api',
  aud: ['hub-applications-facade'],
  iat: startSeconds,
  nbf: startSeconds,
  exp: startSeconds + 3600,
  'kubernetes.io': { namespace: 'platform' },
};
const good = signed(header, claims, rs);
const withClaims = (more: Record<string, unknown>) => signed(header, { ...claims, ...more }, rs);

beforeEach(() => {
  nowMillis = startSeconds * 1000;
});

describe('projectedTokens', () => {
  test('returns the service account', async () => {
    expect(await channel()(good)).toEqual({
      sub: claims.sub,
      namespace: 'platform',
      serviceAccount: 'product-api',
    });
  });

  test('reviews each call with a valid token, and no other', async () => {
    const reviewed: ReviewedToken[] = [];
    const verify = projectedTokens({
      issuer,
      audience: 'hub-applications-facade',
      allowedSub: '^system:serviceaccount:platform:product-api$',
      keys: keys(),
      now,
      review: async (token) => {
        reviewed.push(token);
        if (reviewed.length === 2) throw problem('token_invalid');
      },
    });
    const tokens = [good, good, withClaims({ sub: 'system:serviceaccount:platform:hub' }), 'x'];
    const codes: unknown[] = [];
    for (const token of tokens) codes.push(await codeOf(verify(token)));
    expect(codes).toEqual(['passed', 'token_invalid', 'caller_not_allowed', 'token_invalid']);
    const expected = {
      token: good,
      audience: 'hub-applications-facade',
      sub: claims.sub,
      serviceAccount: 'product-api',
    };
    expect(reviewed).toEqual([expected, expected]);
  });

  test.each<[string, string]>([
    ['RS384', signed({ alg: 'RS384', kid: 'rs384' }, claims, rs384, 'RS384')],
    ['ES256', signed({ alg: 'ES256', kid: 'es' }, claims, es)],
    ['ES384', signed({ alg: 'ES384', kid: 'es384' }, claims, es384)],
    ['typ JWT', signed({ ...header, typ: 'JWT' }, claims, rs)],
    ['one audience', withClaims({ aud: 'hub-applications-facade' })],
    ['a life of an hour, and the skew', withClaims({ exp: startSeconds + 3_630 })],
    ['no nbf', withClaims({ nbf: undefined })],
    [
      'an end 29 s ago',
      withClaims({ iat: startSeconds - 100, nbf: startSeconds - 100, exp: startSeconds - 29 }),
    ],
  ])('accepts %s', async (_, token) => {
    expect(await codeOf(channel()(token))).toBe('passed');
  });

  test.each<[string, string]>([
    ['alg none', `${part({ alg: 'none', kid: 'rs' })}.${part(claims)}.`],
    ['HS256', signedByHmac({ alg: 'HS256', kid: 'rs' }, claims, JSON.stringify(rs.jwk))],
    ['RS512', signed({ alg: 'RS512', kid: 'rs' }, claims, rs, 'RS512')],
    ['no kid', signed({ alg: 'RS256' }, claims, rs)],
    ['an unknown kid', signed({ alg: 'RS256', kid: '../x' }, claims, rs)],
    ['another key', signed(header, claims, foreign)],
    ['crit', signed({ ...header, crit: ['exp'] }, claims, rs)],
    ['a jwk of its own', signed({ ...header, jwk: foreign.jwk }, claims, foreign)],
    ['padding', `${good}=`],
    ['two tokens', `${good} ${good}`],
    ['no JWS', 'x'],
    ['over 12 KiB', withClaims({ x: 'x'.repeat(12_288) })],
    ['another issuer', withClaims({ iss: 'https://evil.test' })],
    ['a trailing slash', withClaims({ iss: `${issuer}/` })],
    ['another case', withClaims({ iss: issuer.toUpperCase() })],
    ['another audience', withClaims({ aud: ['hub-internal-auth'] })],
    ['no audience', withClaims({ aud: undefined })],
    ['part of the audience', withClaims({ aud: ['hub'] })],
    ['no exp', withClaims({ exp: undefined })],
    ['exp a string', withClaims({ exp: '1900000000' })],
    ['no iat', withClaims({ iat: undefined })],
    ['a life over an hour', withClaims({ exp: startSeconds + 3_631 })],
    ['no end', signed(header, JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e999'), rs)],
    [
      'expired',
      withClaims({ iat: startSeconds - 100, nbf: startSeconds - 100, exp: startSeconds - 30 }),
    ],
    ['a future nbf', withClaims({ nbf: startSeconds + 31 })],
    ['a future iat', withClaims({ iat: startSeconds + 31, nbf: undefined })],
    ['nbf a string', withClaims({ nbf: '1' })],
    ['no sub', withClaims({ sub: undefined })],
    ['one claim twice', signed(header, `${JSON.stringify(claims).slice(0, -1)},"sub":"x"}`, rs)],
  ])('token_invalid: %s', async (_, token) => {
    expect(await codeOf(channel()(token))).toBe('token_invalid');
  });

  test('a longer lifetime is accepted if configured', async () => {
    const day = projectedTokens({
      issuer,
      audience: 'hub-applications-facade',
      allowedSub: '^system:serviceaccount:platform:product-api$',
      keys: keys(),
      now,
      maxLifetimeMs: 86_400_000,
    });
    expect(await codeOf(day(withClaims({ exp: startSeconds + 86_400 })))).toBe('passed');
    expect(await codeOf(day(withClaims({ exp: startSeconds + 86_431 })))).toBe('token_invalid');
  });

  test('a missing token is token_missing', async () => {
    expect(await codeOf(channel()(undefined))).toBe('token_missing');
    expect(await codeOf(channel()(''))).toBe('token_missing');
  });

  test('returns 503 without keys', async () => {
    const none = keySet({
      fetchKeys: async () => {
        throw new Error('away');
      },
      now,
    });
    expect(await codeOf(channel(undefined, none)(good))).toBe('upstream_unavailable');
  });

  test('a cached token still expires', async () => {
    const verify = channel();
    expect(await codeOf(verify(withClaims({ exp: startSeconds + 10 })))).toBe('passed');
    nowMillis += 40_000;
    expect(await codeOf(verify(withClaims({ exp: startSeconds + 10 })))).toBe('token_invalid');
  });

  test.each<[string, string, string]>([
    [
      '^system:serviceaccount:platform:(product-api|fga)$',
      'system:serviceaccount:platform:fga',
      'passed',
    ],
    [
      '^system:serviceaccount:platform:(product-api|fga)$',
      'system:serviceaccount:platform:fga2',
      'caller_not_allowed',
    ],
    [
      '^system:serviceaccount:platform:fga$',
      'system:serviceaccount:platform:fga\n',
      'caller_not_allowed',
    ],
    [
      '^system:serviceaccount:platform:fga$',
      'xsystem:serviceaccount:platform:fga',
      'caller_not_allowed',
    ],
    [
      '^system:serviceaccount:platform:fga$',
      'system:serviceaccount:other:fga',
      'caller_not_allowed',
    ],
    [
      '^system:serviceaccount:platform:a|b$',
      'system:serviceaccount:platform:a:b',
      'caller_not_allowed',
    ],
    ['^system:serviceaccount:platform:a|b$', 'system:serviceaccount:platform:a', 'passed'],
    [
      '^system:serviceaccount:platform:a|b$',
      'system:serviceaccount:platform:ab',
      'caller_not_allowed',
    ],
    ['^.*$', 'system:node:x', 'caller_not_allowed'],
    ['^.*$', 'system:serviceaccount::x', 'caller_not_allowed'],
  ])('%s on %j: %s', async (pattern, sub, code) => {
    expect(await codeOf(channel(pattern)(withClaims({ sub })))).toBe(code);
  });

  test.each([
    '',
    '^',
    '$',
    'a',
    '^a',
    'a$',
    '^a$|b',
    'a|^b$',
    '^a\\$',
    '^a)|(?:b$',
    '^($',
    ` ^a$`,
    `^${'a'.repeat(511)}$`,
  ])('prevents startup with the pattern %j', (pattern) => {
    expect(() => channel(pattern)).toThrow(Error);
  });
  test('accepts a pattern with an escaped backslash before the anchor', () => {
    expect(() => channel('^a\\\\$')).not.toThrow();
  });
});

describe('serviceToken', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['x.y.z', 'x.y.z'],
    ['Bearer x.y.z', 'x.y.z'],
    ['bearer  x', 'x'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Basic eDp5', undefined],
  ])('reads from %j the token %j', (value, token) => {
    expect(serviceToken(value)).toBe(token);
  });
  test.each(['Bearer a, Bearer b', 'a, b', 'a,b', 'Bearer a b'])('rejects %j', async (value) => {
    expect(await codeOf(() => serviceToken(value))).toBe('malformed_request');
  });
});
