import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { CreateDirectoryRequest } from '@platform/contracts';
import { EgressFailed } from '@platform/kit/egress';
import { exportJWK, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { samlKeys } from '@platform/testkit/saml-idp';
import { cloudDirectoryDiagnosis } from '../src/diagnostics/cloud-directory-diagnosis.ts';
import { diagnose } from '../src/diagnostics/diagnosis.ts';
import type { Diagnosis } from '../src/diagnostics/diagnosis.ts';
import { oidcDiagnosis } from '../src/diagnostics/oidc-diagnosis.ts';
import type { OidcTarget } from '../src/diagnostics/oidc-diagnosis.ts';
import { samlDiagnosis } from '../src/diagnostics/saml-diagnosis.ts';
import { workspaceDiagnosis } from '../src/diagnostics/workspace-diagnosis.ts';
import type { SourceCalls } from '../src/sync/sources/source-http.ts';

/**
 * The canned response of a host: a body, a status with headers and a body, or a connection error.
 */
type Canned =
  | string
  | object
  | { status: number; body?: unknown; headers?: Record<string, string>; truncated?: boolean }
  | EgressFailed;

interface Call {
  url: string;
  headers: Readonly<Record<string, string>>;
  form: URLSearchParams;
}

/** A fake network: responses by URL without its query. */
function network(responses: Record<string, Canned>) {
  const calls: Call[] = [];
  const source: SourceCalls = {
    tenantId: 'tnt_1',
    timeoutMs: 1_000,
    maxResponseBytes: 1_024,
    egress: {
      async request({ url, headers = {}, body = '' }) {
        calls.push({ url, headers, form: new URLSearchParams(String(body)) });
        const found = responses[url.split('?')[0] ?? ''] ?? { status: 404, body: '' };
        if (found instanceof EgressFailed) throw found;
        const whole = (
          typeof found === 'object' && 'status' in found ? found : { status: 200, body: found }
        ) as { status: number; body?: unknown; headers?: object; truncated?: boolean };
        const text = typeof whole.body === 'string' ? whole.body : JSON.stringify(whole.body ?? {});
        return {
          status: whole.status,
          headers: { ...whole.headers },
          body: Buffer.from(text),
          truncated: whole.truncated ?? false,
          remoteAddress: '192.0.2.1',
          durationMs: 1,
        };
      },
    },
  };
  return { calls, source };
}

/** The mapping of users has its own tests. */
const sampling = { size: 3, shown: ({ userName }: { userName: string }) => ({ userName }) };
const now = Date.UTC(2026, 10, 23);
const clock = (): number => now;

async function tested(diagnosis: Diagnosis) {
  const diagnosed = await diagnose(diagnosis, { totalMs: 25_000, stepMs: 8_000, clock });
  const { report, isRefused } = diagnosed;
  const failed = report.steps.find(({ status }) => status === 'failed');
  return { report, isRefused, failed: failed && [failed.name, failed.code] };
}
const statuses = (steps: { name: string; status: string }[]): string[] =>
  steps.map(({ name, status }) => `${name} ${status}`);

const issuer = 'https://idp.example.com';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = async (key = rsa.publicKey, kid: string | undefined = 'k1') => ({
  ...(await exportJWK(key)),
  ...(kid === undefined ? {} : { kid }),
  alg: 'RS256',
  use: 'sig',
});
const discovery = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  code_challenge_methods_supported: ['S256'],
  id_token_signing_alg_values_supported: ['RS256'],
};
const wellKnown = `${issuer}/.well-known/openid-configuration`;

describe('the test of an OpenID provider', () => {
  const provider = async (more: Record<string, Canned> = {}) =>
    network({ [wellKnown]: discovery, [discovery.jwks_uri]: { keys: [await jwk()] }, ...more });
  const test1 = async (more: Record<string, Canned>, target: Partial<OidcTarget> = {}) => {
    const { source, calls } = await provider(more);
    return { calls, ...(await tested(oidcDiagnosis({ calls: source, issuer, clock, ...target }))) };
  };

  test('checks every requirement of a sign-in, and returns a configuration', async () => {
    const { report } = await test1({}, { clientId: 'platform' });
    expect(statuses(report.steps)).toEqual([
      'discovery ok',
      'issuer_match ok',
      'endpoints ok',
      'capabilities ok',
      'jwks ok',
      'signing_keys ok',
      'client_authentication skipped',
    ]);
    const der = rsa.publicKey.export({ type: 'spki', format: 'der' });
    const thumbprint = createHash('sha256').update(der).digest('base64url');
    expect(report.summary).toMatchObject({
      issuer,
      endpoints: { token_endpoint: discovery.token_endpoint },
      algorithms: ['RS256'],
      keys: [{ kid: 'k1', alg: 'RS256', use: 'sig', notAfter: null, thumbprint }],
    });
    const suggested = report.summary['suggestedConfig'] as object;
    expect(CreateDirectoryRequest.safeParse({ name: 'IdP', ...suggested }).error).toBeUndefined();
  });

  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
  test.each<[string, Record<string, Canned> | Promise<Record<string, Canned>>, string[]]>([
    ['is not there', { [wellKnown]: { status: 404 } }, ['discovery', 'unexpected_status']],
    ['does not speak JSON', { [wellKnown]: '<html>' }, ['discovery', 'response_invalid']],
    [
      'sends too much',
      { [wellKnown]: { status: 200, truncated: true } },
      ['discovery', 'response_too_large'],
    ],
    [
      'must not be called',
      { [wellKnown]: new EgressFailed('address_blocked') },
      ['discovery', 'target_not_allowed'],
    ],
    [
      'is another issuer',
      { [wellKnown]: { ...discovery, issuer: `${issuer}/` } },
      ['issuer_match', 'issuer_mismatch'],
    ],
    [
      'has an endpoint without TLS',
      { [wellKnown]: { ...discovery, token_endpoint: 'http://idp.example.com/token' } },
      ['endpoints', 'endpoint_invalid'],
    ],
    [
      'lacks an endpoint',
      { [wellKnown]: { ...discovery, jwks_uri: undefined } },
      ['endpoints', 'endpoint_invalid'],
    ],
    [
      'has no code flow',
      { [wellKnown]: { ...discovery, response_types_supported: ['id_token'] } },
      ['capabilities', 'code_flow_missing'],
    ],
    [
      'says nothing of subjects',
      { [wellKnown]: { ...discovery, subject_types_supported: [] } },
      ['capabilities', 'response_invalid'],
    ],
    ['has no key set', { [discovery.jwks_uri]: { keys: 'none' } }, ['jwks', 'response_invalid']],
    ['has no keys', { [discovery.jwks_uri]: { keys: [] } }, ['signing_keys', 'no_usable_key']],
    [
      'has weak keys only',
      jwk(weak).then((key) => ({ [discovery.jwks_uri]: { keys: [key] } })),
      ['signing_keys', 'no_usable_key'],
    ],
    [
      'has two keys of one id',
      jwk().then((key) => ({ [discovery.jwks_uri]: { keys: [key, key] } })),
      ['signing_keys', 'key_ids_ambiguous'],
    ],
  ])('says which step fails if it %s', async (_what, responses, expected) => {
    expect((await test1(await responses)).failed).toEqual(expected);
  });

  test('warns if PKCE is not announced', async () => {
    const { report } = await test1({
      [wellKnown]: { ...discovery, code_challenge_methods_supported: undefined },
    });
    expect(report.ok).toBe(true);
    expect(report.steps[3]).toMatchObject({ status: 'warning', code: 'pkce_not_announced' });
  });

  const proof = { type: 'client_secret', clientSecret: 'a secret:+' } as const;
  test.each<[string, Canned, object, boolean]>([
    [
      'accepted if a made-up code is what is wrong',
      { status: 400, body: { error: 'invalid_grant' } },
      { status: 'ok' },
      false,
    ],
    [
      'rejected if the provider says so',
      { status: 401, body: { error: 'invalid_client', error_description: 'leaked' } },
      { status: 'failed', code: 'secret_wrong' },
      true,
    ],
    [
      'undecided after any other error',
      { status: 400, body: { error: 'invalid_request' } },
      { status: 'warning', code: 'inconclusive' },
      false,
    ],
  ])('reports a client %s', async (_what, response, step, isRefused) => {
    const given = { clientId: 'a client', proof };
    const found = await test1({ [discovery.token_endpoint]: response }, given);
    expect(found.report.steps.at(-1)).toMatchObject(step);
    expect(found.isRefused).toBe(isRefused);
    expect(JSON.stringify(found.report)).not.toMatch(/leaked|a secret/);
    // RFC 6749 §2.3.1: encoded as a form before they are joined.
    const basic = Buffer.from('a%20client:a%20secret%3A%2B').toString('base64');
    const { headers, form } = found.calls.at(-1)!;
    expect(headers['authorization']).toBe(`Basic ${basic}`);
    expect(form.get('code')).toBe('connection-test');
  });

  test('sends the secret in the form if the provider accepts nothing else', async () => {
    const methods = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    const { calls } = await test1(
      { [wellKnown]: { ...discovery, ...methods }, [discovery.token_endpoint]: { status: 400 } },
      { clientId: 'platform', proof },
    );
    const { headers, form } = calls.at(-1)!;
    expect(headers['authorization']).toBeUndefined();
    expect([form.get('client_id'), form.get('client_secret')]).toEqual(['platform', 'a secret:+']);
  });

  test('signs an assertion with the key of a directory', async () => {
    const privateKeyPem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { calls, report } = await test1(
      { [discovery.token_endpoint]: { status: 400, body: { error: 'invalid_grant' } } },
      { clientId: 'platform', proof: { type: 'private_key_jwt', privateKeyPem, kid: 'ours' } },
    );
    expect(report.steps.at(-1)).toMatchObject({ name: 'client_authentication', status: 'ok' });
    const assertion = calls.at(-1)!.form.get('client_assertion') ?? '';
    const { protectedHeader } = await jwtVerify(assertion, createPublicKey(privateKeyPem), {
      issuer: 'platform',
      subject: 'platform',
      audience: issuer,
      currentDate: new Date(now),
    });
    expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: 'ours' });
  });
});

describe('the test of a SAML identity provider', () => {
  const metadata = (attributes = '', certificates = '') =>
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" ${attributes} entityID="${issuer}">` +
    '<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">' +
    `${certificates}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${issuer}/sso"/>` +
    '</IDPSSODescriptor></EntityDescriptor>';
  const testXml = (metadataXml: string) =>
    tested(samlDiagnosis({ calls: network({}).source, metadataXml, clock }));

  test('says which step fails', async () => {
    expect((await testXml('<x')).failed).toEqual(['xml', 'xml_invalid']);
    expect((await testXml(metadata())).failed).toEqual(['certificates', 'certificate_missing']);
    const garbage =
      '<KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>' +
      '<X509Certificate>AAAA</X509Certificate></X509Data></KeyInfo></KeyDescriptor>';
    expect((await testXml(metadata('', garbage))).failed).toEqual([
      'certificates',
      'certificate_invalid',
    ]);
  });

  const keys = samlKeys();
  const key = `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${keys.certificate.replace(/-----[A-Z ]+-----/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
  const sha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
  const sha512 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512';
  const announcing = (...algorithms: string[]) =>
    `<Extensions xmlns:alg="urn:oasis:names:tc:SAML:metadata:algsupport">${algorithms
      .map((one) => `<alg:SigningMethod Algorithm="${one}"/>`)
      .join('')}</Extensions>`;
  const algorithmsOf = async (xml: string) => {
    const { report, failed } = await testXml(xml);
    expect(failed).toBeUndefined();
    return report.summary['algorithms'];
  };

  test('lists the algorithms that the metadata announces', async () => {
    expect(await algorithmsOf(metadata('', key))).toEqual([]);
    const ofRole = metadata('', announcing(sha512, sha256, sha512) + key);
    expect(await algorithmsOf(ofRole)).toEqual([sha512, sha256]);
    const ofEntity = (xml: string) =>
      xml.replace('<IDPSSODescriptor', `${announcing('urn:entity')}$&`);
    expect(await algorithmsOf(ofEntity(metadata('', key)))).toEqual(['urn:entity']);
    expect(await algorithmsOf(ofEntity(ofRole))).toEqual([sha512, sha256]);
  });

  test('lists the algorithm that the metadata is signed with', async () => {
    const signature = new SignedXml({
      privateKey: keys.privateKey,
      publicCert: keys.certificate,
      signatureAlgorithm: sha256,
      canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    });
    signature.addReference({
      xpath: '/*',
      digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
      transforms: [
        'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
        'http://www.w3.org/2001/10/xml-exc-c14n#',
      ],
    });
    signature.computeSignature(metadata('ID="root"', announcing(sha512) + key), {
      location: { reference: '/*', action: 'prepend' },
    });
    expect(await algorithmsOf(signature.getSignedXml())).toEqual([sha512, sha256]);
  });

  test('fetches metadata by its URL', async () => {
    const metadataUrl = `${issuer}/metadata`;
    const { source } = network({ [metadataUrl]: metadata() });
    const { report } = await tested(samlDiagnosis({ calls: source, metadataUrl, clock }));
    expect(statuses(report.steps).slice(0, 5)).toEqual([
      'metadata ok',
      'xml ok',
      'entity_id ok',
      'idp_role ok',
      'sso_bindings ok',
    ]);
    expect(report.summary).toMatchObject({
      entityId: issuer,
      endpoints: { 'HTTP-Redirect': `${issuer}/sso` },
    });
    const absent = network({}).source;
    const failing = samlDiagnosis({ calls: absent, metadataUrl, clock });
    expect((await tested(failing)).failed).toEqual(['metadata', 'unexpected_status']);
  });
});

describe('the test of a Google Workspace', () => {
  const endpoints = { tokenUrl: 'https://google.test/token', apiBaseUrl: 'https://google.test' };
  const api = `${endpoints.apiBaseUrl}/admin/directory/v1`;
  const private_key = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  /** Anyone can write addresses into the key, so none of them is called. */
  const elsewhere = 'https://evil.example.com/token';
  const key = {
    client_email: 'svc@project.test',
    private_key,
    token_uri: elsewhere,
    auth_uri: elsewhere,
  };
  const works: Record<string, Canned> = {
    [endpoints.tokenUrl]: { access_token: 'token' },
    [`${api}/customers/my_customer`]: { id: 'C1', customerDomain: 'example.com' },
    [`${api}/users`]: { users: [{ id: '1', primaryEmail: 'a@example.com' }], nextPageToken: 'n' },
    [`${api}/groups`]: { groups: [] },
    [`${api}/customer/my_customer/domains`]: { domains: [{ domainName: 'example.com' }] },
  };
  const testWith = async (
    more: Record<string, Canned>,
    { pem = private_key, domain = '' } = {},
  ) => {
    const { calls, source } = network({ ...works, ...more });
    const done = await tested(
      workspaceDiagnosis(
        {
          calls: source,
          endpoints,
          credential: {
            serviceAccountKey: { ...key, private_key: pem } as never,
            adminEmail: 'admin@example.com',
          },
          config: { customerId: 'my_customer', ...(domain ? { domain } : {}) },
          clock,
        },
        sampling,
      ),
    );
    expect(calls.map(({ url }) => new URL(url).host)).not.toContain('evil.example.com');
    return done;
  };

  test('checks every requirement of a sync', async () => {
    const { report } = await testWith({}, { domain: 'example.com' });
    expect(statuses(report.steps)).toEqual([
      'parse_key ok',
      'sign_assertion ok',
      'token_exchange ok',
      'customer ok',
      'list_users ok',
      'list_groups ok',
      'domain_match ok',
    ]);
    expect(report.summary).toEqual({
      customerId: 'C1',
      domain: 'example.com',
      users: 'many',
      groups: 'few',
    });
    expect(report.sample).toEqual([{ userName: 'a@example.com' }]);
  });

  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const refusing = (error: string, date = now): Record<string, Canned> => ({
    [endpoints.tokenUrl]: {
      status: 400,
      body: { error },
      headers: { date: new Date(date).toUTCString() },
    },
  });
  test.each<[string, Record<string, Canned>, { pem?: string; domain?: string }, string[]]>([
    ['has no key', {}, { pem: 'nothing' }, ['parse_key', 'key_invalid']],
    [
      'has a key of another kind',
      {},
      { pem: ec.export({ type: 'pkcs8', format: 'pem' }).toString() },
      ['parse_key', 'key_invalid'],
    ],
    [
      'has no delegation',
      refusing('unauthorized_client'),
      {},
      ['token_exchange', 'delegation_missing'],
    ],
    [
      'has another time',
      refusing('invalid_grant', now - 61_000),
      {},
      ['token_exchange', 'clock_skew'],
    ],
    [
      'is refused at the same time',
      refusing('invalid_grant', now - 59_000),
      {},
      ['token_exchange', 'credential_refused'],
    ],
    [
      'asks for a pause',
      { [endpoints.tokenUrl]: { status: 429 } },
      {},
      ['token_exchange', 'throttled'],
    ],
    [
      'may not read users',
      { [`${api}/users`]: { status: 403 } },
      {},
      ['list_users', 'permission_missing'],
    ],
    ['does not have the domain', {}, { domain: 'other.com' }, ['domain_match', 'domain_mismatch']],
  ])('says which step fails if it %s', async (_what, responses, given, expected) => {
    expect((await testWith(responses, given)).failed).toEqual(expected);
  });
});

describe('the test of a tenant of Microsoft Entra ID', () => {
  const endpoints = { authorityBaseUrl: 'https://login.test', graphBaseUrl: 'https://graph.test' };
  const authority = 'https://login.test/contoso';
  const testWith = (response: Canned) =>
    tested(
      cloudDirectoryDiagnosis(
        {
          calls: network({
            [`${authority}/v2.0/.well-known/openid-configuration`]: { issuer: authority },
            [`${authority}/oauth2/v2.0/token`]: response,
          }).source,
          endpoints,
          credential: { type: 'client_secret', clientId: 'platform', clientSecret: 's' },
          config: { tenantId: 'contoso', includeGuests: false },
          clock,
        },
        sampling,
      ),
    );

  test.each<[string, number, string]>([
    ['a wrong secret', 7_000_215, 'secret_wrong'],
    ['an expired secret', 7_000_222, 'secret_expired'],
    ['an unknown client', 700_016, 'client_not_found'],
  ])('tells %s apart', async (_what, code, expected) => {
    const rejection = { status: 401, body: { error: 'invalid_client', error_codes: [code] } };
    const { failed, isRefused } = await testWith(rejection);
    expect([failed, isRefused]).toEqual([['token_request', expected], true]);
  });

  test('needs permissions to read users and groups', async () => {
    const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
    const token = (roles: string[]) => `${part({ alg: 'none' })}.${part({ roles })}.x`;
    for (const roles of [[], ['User.Read.All'], ['Group.Read.All']])
      expect((await testWith({ access_token: token(roles) })).failed).toEqual([
        'permissions',
        'permission_missing',
      ]);
    const { failed } = await testWith({ access_token: token(['Directory.Read.All']) });
    expect(failed?.[0]).toBe('organization');
  });
});
