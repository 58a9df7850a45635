import { createPublicKey } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { defaultTenantId } from '@platform/contracts';
import type { Problem } from '@platform/kit/problem';
import { problem } from '@platform/kit/problem';
import { bearerVerifier } from './bearer.ts';
import type { BearerOptions, IssuerMismatch } from './bearer.ts';
import { cutoffTable } from './cutoff.ts';
import { keySet } from './key-set.ts';
import type { GetTenant, DirectoryTenant } from './tenant-directory.ts';
import { tenantDirectory, tenantLabel } from './tenant-directory.ts';
import { codeOf, part, signed, signedByHmac, testKey } from './test-tokens.ts';

const es = testKey('es-1', 'ES256');
const rs = testKey('rs-1', 'RS256');
const documents = testKey('doc-1', 'RS256', { 'x-purpose': 'documents' });
const foreign = testKey('es-1', 'ES256');

const acmeId = 'tnt_01h455vb4pex5vsknk084sn02q';
const otherId = 'tnt_01h455vb4pex5vsknk084sn02r';
const sandboxId = 'tnt_01h455vb4pex5vsknk084sn02s';
const goneId = 'tnt_01h455vb4pex5vsknk084sn02t';
const tenant = (
  id: string,
  slug: string,
  more: Partial<DirectoryTenant> = {},
): DirectoryTenant => ({
  id,
  slug,
  name: slug,
  mode: 'live',
  state: 'active',
  issuer: `https://${slug}.platform.test`,
  isDefault: false,
  ...more,
});
const tenants = [
  tenant(defaultTenantId, 'default', { isDefault: true, issuer: 'https://id.platform.test' }),
  tenant(acmeId, 'acme'),
  tenant(otherId, 'other', { state: 'suspended' }),
  tenant(sandboxId, 'acme-sandbox', { mode: 'test' }),
  tenant(goneId, 'gone', { state: 'deleted' }),
];

const startSeconds = 1_800_000_000;
let nowMillis = startSeconds * 1000;
let lookups: string[] = [];
let mismatches: IssuerMismatch[] = [];
let caches: string[] = [];
let hubIsAway = false;
const cutoffs = cutoffTable();
const now = () => nowMillis;
const getTenant: GetTenant = async (by) => {
  lookups.push('slug' in by ? by.slug : by.id);
  if (hubIsAway) throw new Error('away');
  return tenants.find((t) => ('slug' in by ? tenantLabel(t) === by.slug : t.id === by.id)) ?? null;
};

const verifierWith = (more: Partial<BearerOptions> & { trustTestIssuers?: boolean } = {}) =>
  bearerVerifier({
    issuers: {
      platformIssuer: 'https://id.platform.test',
      platformDomain: '.platform.test',
      trustTestIssuers: more.trustTestIssuers ?? false,
    },
    keys: keySet({ fetchKeys: async () => ({ keys: [es.jwk, rs.jwk, documents.jwk] }), now }),
    tenants: tenantDirectory({ getTenant, now }),
    cutoffs,
    enforceTntIss: true,
    onMismatch: (m) => mismatches.push(m),
    onCache: (c) => caches.push(c),
    resourceMetadata: 'https://api.platform.test/.well-known/oauth-protected-resource',
    now,
    ...more,
  });
let verify = verifierWith();

const header = { alg: 'ES256', typ: 'at+jwt', kid: 'es-1' };
const claims = {
  iss: 'https://acme.platform.test',
  sub: 'usr_01h455vb4pex5vsknk084sn02q',
  aud: 'product-api',
  client_id: 'console',
  scope: 'tenant:users.read tenant:users.write',
  tnt: acmeId,
  iat: startSeconds,
  exp: startSeconds + 600,
  jti: 'tok_1',
};
const without = (name: keyof typeof claims) => {
  const { [name]: _, ...rest } = claims;
  return rest;
};
const withClaims = (more: Record<string, unknown>) => signed(header, { ...claims, ...more }, es);
const withHeader = (more: Record<string, unknown>) => signed({ ...header, ...more }, claims, es);
const good = signed(header, claims, es);
const [goodHeader, goodClaims, goodSignature] = good.split('.') as [string, string, string];
const bearer = (token: string, by = verify) => by(`Bearer ${token}`);

/**
 * Changes the last character without changing the decoded bytes: a lenient decoder ignores the
 * stray bits.
 */
function strayBits(encoded: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const twin = [...alphabet]
    .map((c) => encoded.slice(0, -1) + c)
    .find(
      (t) => t !== encoded && Buffer.from(t, 'base64url').equals(Buffer.from(encoded, 'base64url')),
    );
  if (!twin) throw new Error('no twin: choose another length');
  return twin;
}
const paddedClaims = [0, 1, 2]
  .map((n) => signed(header, { ...claims, x: 'x'.repeat(n) }, es))
  .find((t) => t.split('.')[1]!.length % 4 !== 0)!;
const paddedHeader = [0, 1, 2]
  .map((n) => signed({ ...header, x: 'x'.repeat(n) }, claims, es))
  .find((t) => t.split('.')[0]!.length % 4 !== 0)!;
const respell = (token: string, at: 0 | 1 | 2, how: (text: string) => string) =>
  token
    .split('.')
    .map((p, i) => (i === at ? how(p) : p))
    .join('.');

beforeEach(() => {
  nowMillis = startSeconds * 1000;
  [lookups, mismatches, caches, hubIsAway] = [[], [], [], false];
  verify = verifierWith();
});

describe('bearerVerifier', () => {
  test('returns the caller and the tenant', async () => {
    const { principal, tenant: found, claims: read } = await bearer(good);
    expect(principal).toEqual({
      type: 'user',
      id: claims.sub,
      clientId: 'console',
      tenantId: acmeId,
      scopes: new Set(['tenant:users.read', 'tenant:users.write']),
      authentication: { acr: null, amr: [], authTime: null, actors: [] },
    });
    expect(found.slug).toBe('acme');
    expect(read.jti).toBe('tok_1');
  });

  test('a token whose subject is its client is the client', async () => {
    expect((await bearer(withClaims({ sub: 'console' }))).principal).toMatchObject({
      type: 'client',
      id: 'console',
      clientId: 'console',
    });
  });

  test('a token whose subject is a setup link is a contact of the organization', async () => {
    const token = withClaims({
      sub: 'sul_01h455vb4pex5vsknk084sn02q',
      scope: 'setup.sso',
      org_id: 'org_1',
    });
    const { principal } = await bearer(token);
    expect(principal).toMatchObject({ type: 'setup', organizationId: 'org_1' });
    expect(principal.authentication).toBeUndefined();
  });

  test('returns how a user signed in and who acts on their behalf', async () => {
    const token = withClaims({
      acr: 'aal2',
      amr: ['pwd', 'otp'],
      auth_time: 1_700_000_000,
      org_id: 'org_1',
      act: { sub: 'usr_helper', act: { sub: 'bot' } },
    });
    expect((await bearer(token)).principal).toMatchObject({
      organizationId: 'org_1',
      authentication: {
        acr: 'aal2',
        amr: ['pwd', 'otp'],
        authTime: 1_700_000_000,
        actors: ['usr_helper', 'bot'],
      },
    });
  });

  test.each<[string, string]>([
    ['RS256', signed({ ...header, alg: 'RS256', kid: 'rs-1' }, claims, rs)],
    ['the long media type', withHeader({ typ: 'application/at+jwt' })],
    ['several audiences', withClaims({ aud: ['x', 'product-api'] })],
    ['the platform issuer', withClaims({ iss: 'https://id.platform.test', tnt: defaultTenantId })],
    ['no scope', signed(header, without('scope'), es)],
    ['unicode in a claim', withClaims({ name: 'Zoë 🚀 \u0000' })],
    [
      'jku, jwk, x5u, x5c pointing elsewhere',
      withHeader({
        jku: 'https://evil.test/keys',
        jwk: foreign.jwk,
        x5u: 'https://evil.test',
        x5c: ['x'],
      }),
    ],
    ['iat and nbf 30 s ahead', withClaims({ iat: startSeconds + 30, nbf: startSeconds + 30 })],
    ['exp 29 s ago', withClaims({ exp: startSeconds - 29, iat: startSeconds - 600 })],
    [
      'a suspended tenant, for the next step to refuse',
      withClaims({ iss: 'https://other.platform.test', tnt: otherId }),
    ],
  ])('accepts %s', async (_, token) => {
    expect(await codeOf(bearer(token))).toBe('passed');
  });

  test.each<[string | undefined, string]>([
    [undefined, 'token_missing'],
    ['', 'token_missing'],
    ['Basic eDp5', 'token_missing'],
    ['DPoP x', 'token_missing'],
    [good, 'token_missing'],
    [`Bearer${good}`, 'token_missing'],
    [`Bearer\t${good}`, 'token_missing'],
    ['Bearer', 'token_invalid'],
    ['Bearer ', 'token_invalid'],
    [`Bearer ${good} ${good}`, 'token_invalid'],
    [`Bearer ${good}, Bearer ${good}`, 'token_invalid'],
    [`Bearer ${good},${good}`, 'token_invalid'],
    [`Bearer "${good}"`, 'token_invalid'],
    [`Bearer ${good} `, 'token_invalid'],
    [`Bearer ${good}\n`, 'token_invalid'],
    [`bearer ${good}`, 'passed'],
    [`BEARER  ${good}`, 'passed'],
  ])('check 1: %.20j is %s', async (authorization, code) => {
    expect(await codeOf(verify(authorization))).toBe(code);
  });

  const spki = createPublicKey({ key: es.jwk as never, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  }) as string;
  const noneHeader = { ...header, alg: 'none' };
  const invalid: [string, string][] = [
    ['alg none without signature', `${part(noneHeader)}.${goodClaims}.`],
    ['alg none with a signature', `${part(noneHeader)}.${goodClaims}.${goodSignature}`],
    ['alg None', withHeader({ alg: 'None' })],
    ['HS256 under the public key', signedByHmac({ ...header, alg: 'HS256' }, claims, spki)],
    [
      'HS256 under the key set',
      signedByHmac({ ...header, alg: 'HS256' }, claims, JSON.stringify(es.jwk)),
    ],
    ['ES256 whose signature is an HMAC', signedByHmac(header, claims, spki)],
    ['RS256 with the kid of an EC key', signed({ ...header, alg: 'RS256' }, claims, rs)],
    ['ES256 with the kid of an RSA key', signed({ ...header, kid: 'rs-1' }, claims, es)],
    ['PS256', withHeader({ alg: 'PS256' })],
    ['RS384', signed({ ...header, alg: 'RS384', kid: 'rs-1' }, claims, rs, 'RS384')],
    ['EdDSA', withHeader({ alg: 'EdDSA' })],
    ['alg missing', withHeader({ alg: undefined })],
    ['alg a list', withHeader({ alg: ['ES256'] })],
    ['kid missing', withHeader({ kid: undefined })],
    ['kid empty', withHeader({ kid: '' })],
    ['kid a number', withHeader({ kid: 1 })],
    ['kid unknown', withHeader({ kid: 'es-2' })],
    ['kid a path', withHeader({ kid: '../../../../dev/null' })],
    ['kid SQL', withHeader({ kid: "es-1' OR '1'='1" })],
    ['kid __proto__', withHeader({ kid: '__proto__' })],
    ['kid a URL', withHeader({ kid: 'https://evil.test' })],
    ['another key under a known kid', signed(header, claims, foreign)],
    ['a key of its own in jwk', signed({ ...header, jwk: foreign.jwk }, claims, foreign)],
    [
      'a key of its own by jku',
      signed({ ...header, kid: 'evil', jku: 'https://evil.test/keys' }, claims, foreign),
    ],
    [
      'a key of its own by x5u',
      signed({ ...header, x5u: 'https://evil.test/cert', x5c: ['MIIB'] }, claims, foreign),
    ],
    ['crit', withHeader({ crit: ['exp'], exp: 1 })],
    ['crit empty', withHeader({ crit: [] })],
    ['crit null', withHeader({ crit: null })],
    ['b64 false', withHeader({ crit: ['b64'], b64: false })],
    ['typ absent', withHeader({ typ: undefined })],
    ['typ JWT: an ID token', withHeader({ typ: 'JWT' })],
    ['typ AT+JWT', withHeader({ typ: 'AT+JWT' })],
    ['typ secevent+jwt: a SET', withHeader({ typ: 'secevent+jwt' })],
    ['typ logout+jwt', withHeader({ typ: 'logout+jwt' })],
    ['typ at+jwt and more', withHeader({ typ: 'at+jwt;x' })],
    [
      'a receipt',
      signed({ alg: 'RS256', typ: 'consent-receipt+jwt', kid: 'doc-1' }, claims, documents),
    ],
    [
      'a documents key under at+jwt',
      signed({ ...header, alg: 'RS256', kid: 'doc-1' }, claims, documents),
    ],
    ...([0, 1, 2] as const).flatMap((at): [string, string][] => [
      [`padding in part ${at}`, respell(good, at, (p) => `${p}=`)],
      [`a line feed in part ${at}`, respell(good, at, (p) => `${p.slice(0, 4)}\n${p.slice(4)}`)],
      [`a plus in part ${at}`, respell(good, at, (p) => `+${p.slice(1)}`)],
      [`part ${at} empty`, respell(good, at, () => '')],
      [
        `part ${at} one character more`,
        respell(good, at, (p) => `${p}${'A'.repeat((5 - (p.length % 4)) % 4 || 4)}`),
      ],
      [`a non-ASCII letter in part ${at}`, respell(good, at, (p) => `${p.slice(0, -1)}é`)],
    ]),
    ['stray bits in the header', respell(paddedHeader, 0, strayBits)],
    ['stray bits in the claims', respell(paddedClaims, 1, strayBits)],
    ['stray bits in the signature', respell(good, 2, strayBits)],
    ['two parts', `${goodHeader}.${goodClaims}`],
    ['four parts', `${good}.x`],
    ['a JWE of five parts', `${part({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.a.b.c.d`],
    [
      'JSON serialization',
      JSON.stringify({ payload: goodClaims, protected: goodHeader, signature: goodSignature }),
    ],
    [
      'general JSON serialization',
      JSON.stringify({
        payload: goodClaims,
        signatures: [{ protected: goodHeader, signature: goodSignature }],
      }),
    ],
    ['over 12 KiB', withClaims({ x: 'x'.repeat(12 * 1024) })],
    ['claims that are no JSON', signed(header, 'hello', es)],
    ['claims an array', signed(header, [claims], es)],
    ['claims null', signed(header, 'null', es)],
    ['a header that is no JSON', signed('{', claims, es)],
    ['a byte-order mark', signed(header, `\uFEFF${JSON.stringify(claims)}`, es)],
    [
      'one claim twice',
      signed(header, `${JSON.stringify(claims).slice(0, -1)},"tnt":"${otherId}"}`, es),
    ],
    [
      'one claim twice, escaped',
      signed(header, `${JSON.stringify(claims).slice(0, -1)},"\\u0074nt":"${otherId}"}`, es),
    ],
    [
      'one header twice',
      signed(`${JSON.stringify(header).slice(0, -1)},"alg":"ES256"}`, claims, es),
    ],
    [
      'nesting without end',
      signed(header, `{"iss":"${claims.iss}","a":${'['.repeat(4000)}${']'.repeat(4000)}}`, foreign),
    ],
    [
      'a changed claim',
      `${goodHeader}.${part({ ...claims, scope: 'tenant:everything' })}.${goodSignature}`,
    ],
    [
      'a signature of zeros',
      `${goodHeader}.${goodClaims}.${Buffer.alloc(64).toString('base64url')}`,
    ],
    [
      'a DER signature',
      `${goodHeader}.${goodClaims}.${Buffer.concat([Buffer.from([0x30, 0x44]), Buffer.from(goodSignature, 'base64url')]).toString('base64url')}`,
    ],
    ['aud of another', withClaims({ aud: 'hub' })],
    ['aud absent', signed(header, without('aud'), es)],
    ['aud empty', withClaims({ aud: [] })],
    ['aud in capitals', withClaims({ aud: 'Product-API' })],
    ['aud an object', withClaims({ aud: { 'product-api': 1 } })],
    ['aud a longer name', withClaims({ aud: ['product-api-2', 'x product-api'] })],
    ['aud nested', withClaims({ aud: [['product-api']] })],
    ['cnf', withClaims({ cnf: { jkt: 'x' } })],
    ['cnf null', withClaims({ cnf: null })],
    ...(['exp', 'iat', 'jti', 'sub', 'client_id'] as const).map((name): [string, string] => [
      `${name} absent`,
      signed(header, without(name), es),
    ]),
    ['exp a string', withClaims({ exp: String(startSeconds + 600) })],
    ['exp null', withClaims({ exp: null })],
    [
      'exp infinite',
      signed(header, JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e999'), es),
    ],
    ['iat a string', withClaims({ iat: '1' })],
    ['iat 31 s ahead', withClaims({ iat: startSeconds + 31 })],
    ['nbf 31 s ahead', withClaims({ nbf: startSeconds + 31 })],
    ['nbf a string', withClaims({ nbf: '0' })],
    ['sub a number', withClaims({ sub: 1 })],
    ['sub empty', withClaims({ sub: '' })],
    ['client_id a list', withClaims({ client_id: ['console'] })],
  ];
  test.each(invalid)('token_invalid: %s', async (_, token) => {
    expect(await codeOf(bearer(token))).toBe('token_invalid');
    expect(lookups).toEqual([]);
  });

  test('accepts a token of 12 KiB', async () => {
    const of = (n: number) => withClaims({ x: 'x'.repeat(n) });
    let n = 8_600;
    while (of(n + 1).length <= 12 * 1024) n++;
    expect(await codeOf(bearer(of(n)))).toBe('passed');
    expect(await codeOf(bearer(of(n + 3)))).toBe('token_invalid');
  });

  test.each<[string, Record<string, unknown>]>([
    ['30 s ago', { exp: startSeconds - 30 }],
    ['long ago', { exp: 1 }],
    ['negative', { exp: -1 }],
  ])('token_expired: %s', async (_, more) => {
    expect(await codeOf(bearer(withClaims(more)))).toBe('token_expired');
  });

  test.each([
    'https://evil.test',
    'https://acme.platform.test/',
    'https://ACME.platform.test',
    'https://acme.Platform.test',
    'http://acme.platform.test',
    'HTTPS://acme.platform.test',
    'https://acme.platform.test:443',
    'https://acme.platform.test?',
    'https://acme.platform.test.evil.test',
    'https://evil.test/acme.platform.test',
    'https://evil.test#.platform.test',
    'https://a@acme.platform.test',
    'https://x.acme.platform.test',
    'https://.platform.test',
    'https://ac--me.platform.test',
    'https://-acme.platform.test',
    'https://ac.platform.test',
    `https://a${'b'.repeat(40)}.platform.test`,
    'https://acme\n.platform.test',
    'https://аcme.platform.test',
    'https://1acme.platform.test',
    'https://acme--test.platform.test',
    'https://id.platform.test/',
    'https://ID.platform.test',
    '',
    undefined,
    null,
    1,
    ['https://acme.platform.test'],
  ])('check 3, before any key or lookup: iss %j is untrusted', async (iss) => {
    let asked = 0;
    const by = verifierWith({
      keys: {
        knows: () => true,
        key: async () => {
          asked++;
          throw problem('upstream_unavailable');
        },
      },
    });
    expect(await codeOf(bearer(withClaims({ iss }), by))).toBe('issuer_untrusted');
    expect([asked, lookups]).toEqual([0, []]);
  });

  test.each([
    undefined,
    null,
    1,
    '',
    'acme',
    'tnt_',
    'tnt_01H455VB4PEX5VSKNK084SN02Q',
    `${acmeId} `,
    `${acmeId}x`,
    'usr_01h455vb4pex5vsknk084sn02q',
    [acmeId],
    { id: acmeId },
  ])('check 7: tnt %j is not a tenant', async (tnt) => {
    expect(await codeOf(bearer(withClaims({ tnt })))).toBe('tenant_claim_missing');
    expect(lookups).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['a slug that does not exist', { iss: 'https://nobody.platform.test' }],
    ['a tenant that does not exist', { tnt: 'tnt_01h455vb4pex5vsknk084sn0zz' }],
    ['a deleted tenant', { iss: 'https://gone.platform.test', tnt: goneId }],
    [
      'a test tenant under a live issuer',
      { iss: 'https://acme-sandbox.platform.test', tnt: sandboxId },
    ],
    ['the tenant of another issuer', { tnt: otherId }],
    ['a tenant under the platform issuer', { iss: 'https://id.platform.test' }],
    ['the default tenant under a tenant issuer', { tnt: defaultTenantId }],
  ])('checks 8 and 9: %s is issuer_untrusted', async (_, more) => {
    expect(await codeOf(bearer(withClaims(more)))).toBe('issuer_untrusted');
    expect(mismatches).toEqual([]);
  });

  test('without enforcement, a mismatch is reported but accepted, in the tenant of the token', async () => {
    const by = verifierWith({ enforceTntIss: false });
    expect((await bearer(withClaims({ tnt: otherId }), by)).principal.tenantId).toBe(otherId);
    expect(await codeOf(bearer(withClaims({ iss: 'https://id.platform.test' }), by))).toBe(
      'passed',
    );
    expect(await codeOf(bearer(withClaims({ iss: 'https://nobody.platform.test' }), by))).toBe(
      'issuer_untrusted',
    );
    expect(mismatches).toEqual([
      { iss: claims.iss, tnt: otherId, clientId: 'console' },
      { iss: 'https://id.platform.test', tnt: acmeId, clientId: 'console' },
    ]);
  });

  test('test issuers are trusted only if enabled, and only for test tenants', async () => {
    const by = verifierWith({ trustTestIssuers: true });
    expect(
      await codeOf(
        bearer(withClaims({ iss: 'https://acme-sandbox--test.platform.test', tnt: sandboxId }), by),
      ),
    ).toBe('passed');
    expect(await codeOf(bearer(withClaims({ iss: 'https://acme--test.platform.test' }), by))).toBe(
      'issuer_untrusted',
    );
    expect(
      await codeOf(bearer(withClaims({ iss: 'https://acme--test--test.platform.test' }), by)),
    ).toBe('issuer_untrusted');
  });

  test('the first failing check determines the code', async () => {
    const bad = { iss: 'https://evil.test', aud: 'x', exp: 1, tnt: 1 };
    expect(await codeOf(bearer(withClaims(bad)))).toBe('issuer_untrusted');
    expect(await codeOf(bearer(signed(header, { ...claims, exp: 1 }, foreign)))).toBe(
      'token_invalid',
    );
    expect(await codeOf(bearer(withClaims({ exp: 1, tnt: 1 })))).toBe('token_expired');
    expect(await codeOf(bearer(withClaims({ aud: 'x', exp: 1 })))).toBe('token_invalid');
    expect(await codeOf(bearer(withClaims({ iss: 'https://nobody.platform.test', tnt: 1 })))).toBe(
      'tenant_claim_missing',
    );
  });

  test('a cached token is still checked for expiry, tenant and cut-offs', async () => {
    expect(await codeOf(bearer(good))).toBe('passed');
    expect(await codeOf(bearer(good))).toBe('passed');
    expect(caches).toEqual(['miss', 'hit']);
    const cutoff = {
      tenantId: acmeId,
      kind: 'client',
      id: 'console',
      notBefore: startSeconds,
    } as const;
    cutoffs.put(cutoff);
    expect(await codeOf(bearer(good))).toBe('token_invalid');
    cutoffs.remove(cutoff);
    nowMillis = (startSeconds - 31) * 1000;
    expect(await codeOf(bearer(good))).toBe('token_invalid');
    expect(caches).toEqual(['miss', 'hit', 'hit', 'hit']);
    nowMillis = (startSeconds + 630) * 1000;
    expect(await codeOf(bearer(good))).toBe('token_expired');
  });

  test('a cached token is verified again after a minute, and never accepted beyond exp', async () => {
    const short = withClaims({ exp: startSeconds + 10 });
    await bearer(good);
    await bearer(short);
    nowMillis += 10_000;
    await bearer(good);
    await bearer(short);
    nowMillis += 50_000;
    await bearer(good);
    expect(caches).toEqual(['miss', 'miss', 'hit', 'miss', 'miss']);
  });

  test('another spelling of a cached token is not a cache hit', async () => {
    await bearer(good);
    expect(await codeOf(bearer(respell(good, 2, strayBits)))).toBe('token_invalid');
    expect(await codeOf(bearer(respell(good, 2, (p) => `${p}==`)))).toBe('token_invalid');
  });

  test.each([
    ['tenant', acmeId],
    ['client', 'console'],
    ['subject', claims.sub],
    ['client_subject', `console ${claims.sub}`],
    ['session', 'session-at-console'],
    ['token', claims.jti],
  ] as const)('a cut-off on the %s ends tokens issued until then', async (kind, id) => {
    const sid = 'session-at-console';
    const bound = withClaims({ sid });
    const table = cutoffTable();
    const by = verifierWith({ cutoffs: table });
    table.put({ tenantId: acmeId, kind, id, notBefore: startSeconds });
    table.put({ tenantId: acmeId, kind, id, notBefore: startSeconds - 100 });
    expect(await codeOf(bearer(bound, by))).toBe('token_invalid');
    expect(await codeOf(bearer(withClaims({ sid, iat: startSeconds + 1 }), by))).toBe('passed');
    table.remove({ tenantId: acmeId, kind, id });
    table.put({ tenantId: otherId, kind, id, notBefore: startSeconds });
    expect(await codeOf(bearer(bound, by))).toBe('passed');
  });

  test('a cut-off on a session does not affect tokens for offline access', async () => {
    const table = cutoffTable();
    const by = verifierWith({ cutoffs: table });
    const sid = 'session-at-console';
    table.put({ tenantId: acmeId, kind: 'session', id: sid, notBefore: startSeconds });
    expect(await codeOf(bearer(withClaims({ sid, scope: 'openid offline_access' }), by))).toBe(
      'passed',
    );
    expect(await codeOf(bearer(withClaims({ sid, scope: 'openid' }), by))).toBe('token_invalid');
    expect(await codeOf(bearer(withClaims({ scope: 'openid' }), by))).toBe('passed');
  });

  test('a cut-off is removed when no earlier token can still be valid', () => {
    let at = startSeconds * 1000;
    const table = cutoffTable(() => at);
    const isCutOff = (tokenId: string) =>
      table.isCutOff({
        tenantId: acmeId,
        clientId: 'console',
        subject: 'x',
        tokenId,
        issuedAt: startSeconds,
      });
    table.put({ tenantId: acmeId, kind: 'token', id: 'old', notBefore: startSeconds });
    at += 2 * 3600 * 1000;
    table.put({ tenantId: acmeId, kind: 'token', id: 'later', notBefore: startSeconds + 2 * 3600 });
    expect([isCutOff('old'), isCutOff('later')]).toEqual([true, true]);
    at += 60_000;
    table.put({ tenantId: acmeId, kind: 'token', id: 'last', notBefore: startSeconds + 2 * 3600 });
    expect([isCutOff('old'), isCutOff('later'), isCutOff('last')]).toEqual([false, true, true]);
  });

  test('a cut-off on an inactive tenant reports that it is inactive', async () => {
    const table = cutoffTable();
    table.put({ tenantId: otherId, kind: 'tenant', id: otherId, notBefore: startSeconds });
    expect(
      await codeOf(
        bearer(
          withClaims({ iss: 'https://other.platform.test', tnt: otherId }),
          verifierWith({ cutoffs: table }),
        ),
      ),
    ).toBe('tenant_suspended');
  });

  test('removing a key invalidates the tokens that it signed, even cached ones', async () => {
    let jwks = [es.jwk, rs.jwk];
    const keys = keySet({ fetchKeys: async () => ({ keys: jwks }), now });
    const by = verifierWith({ keys });
    expect(await codeOf(bearer(good, by))).toBe('passed');
    jwks = [rs.jwk];
    await keys.start();
    keys.stop();
    expect(await codeOf(bearer(good, by))).toBe('token_invalid');
  });

  test('returns 503 with Retry-After, never 401, without keys or tenants', async () => {
    const noKeys = verifierWith({
      keys: keySet({
        fetchKeys: async () => {
          throw new Error('away');
        },
        now,
      }),
    });
    hubIsAway = true;
    for (const by of [noKeys, verifierWith()]) {
      const error = await bearer(good, by).catch((e: unknown) => e);
      expect(error).toMatchObject({
        code: 'upstream_unavailable',
        details: { headers: { 'Retry-After': '5' } },
      });
      expect((error as Problem).details.headers).not.toHaveProperty('WWW-Authenticate');
    }
  });

  test('a 401 includes its challenge', async () => {
    const challengeOf = async (
      authorization: string | undefined,
      at?: { resourceMetadata: string },
    ) =>
      verify(authorization, at).then(
        () => undefined,
        (e: Problem) => e.details.headers?.['WWW-Authenticate'],
      );
    const metadata =
      'resource_metadata="https://api.platform.test/.well-known/oauth-protected-resource"';
    expect(await challengeOf(undefined)).toBe(`Bearer realm="product-api", ${metadata}`);
    expect(await challengeOf('Bearer x')).toBe(
      `Bearer realm="product-api", ${metadata}, error="invalid_token"`,
    );
    expect(await challengeOf(`Bearer ${withClaims({ exp: 1 })}`)).toBe(
      `Bearer realm="product-api", ${metadata}, error="invalid_token"`,
    );
    expect(
      await challengeOf(undefined, { resourceMetadata: 'https://acme.platform.test/"x' }),
    ).toBe('Bearer realm="product-api", resource_metadata="https://acme.platform.test/\\"x"');
  });
});
