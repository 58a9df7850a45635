import { defaultTenantId } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import { loginFlowTemplates } from '@platform/login-flow';
import { createPublicKey } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  insertSpentAssertion,
  sweepSpentAssertions,
} from '../src/spent-assertions/spent-assertion-store.ts';
import type { SpentAssertion } from '../src/spent-assertions/spent-assertion-store.ts';
import type { BrokeredAttempt, BrokeredOrder } from '../src/federation/brokered-identity.ts';
import { samlBroker } from '../src/federation/saml-broker.ts';
import type { SamlConnection } from '../src/federation/directory-connections.ts';
import { loginHub, titleOf } from './login-hub.ts';
import type { LoginHub } from './login-hub.ts';
import { encrypt } from 'xml-encryption';
import {
  assertionXml,
  confirmationXml,
  samlEncoded,
  metadataOf,
  requestOf,
  responseXml,
  samlEntityId,
  samlKeys,
  signedSaml,
} from '@platform/testkit/saml-idp';
import type { AssertionParts, ResponseParts, SignatureHashes } from '@platform/testkit/saml-idp';

const keys = samlKeys();
const directoryId = newId('directory');
const config = {
  metadataXml: metadataOf(keys),
  entityId: samlEntityId,
  signRequests: false,
  allowSha1: false,
};
const order: BrokeredOrder = {
  tenantId: defaultTenantId,
  origin: 'https://acme.example.com',
  issuer: 'https://acme.example.com',
  loginId: 'login-1',
  connection: directoryId,
  loginHint: '',
  uiLocales: [],
};
const noEgress = {
  request: async () => {
    throw new Error('nothing is to be fetched');
  },
};
const brokerWith = (more: object = {}, secret?: SamlConnection['secret']) => {
  const spent = new Set<string>();
  return samlBroker({
    egress: noEgress,
    connectionOf: async () => ({ kind: 'saml', config: { ...config, ...more }, secret }),
    spend: async (_, { id }) => !spent.has(id) && Boolean(spent.add(id)),
  });
};
const broker = brokerWith();

/** Begins a sign-in, and returns it with the parts of a valid assertion. */
async function begun(): Promise<{ attempt: BrokeredAttempt; parts: AssertionParts }> {
  const attempt = await broker.begin(order);
  const { id, recipient, audience } = requestOf(new URL(attempt.url));
  return { attempt, parts: { inResponseTo: id, recipient, audience } };
}

const complete = (attempt: BrokeredAttempt, xml: string, by = broker) =>
  by.complete(order, attempt, { SAMLResponse: samlEncoded(xml), RelayState: attempt.state });

const later = new Date(Date.now() + 3_600_000);
const earlier = new Date(Date.now() - 3_600_000);
const soon = new Date(Date.now() + 300_000);

/** Creates a response with a signed assertion. */
const signed = (
  parts: AssertionParts,
  {
    response,
    confirmations,
    hashes,
  }: { response?: ResponseParts; confirmations?: string; hashes?: SignatureHashes } = {},
): string =>
  signedSaml(
    responseXml(assertionXml(parts, confirmations), parts, response),
    keys,
    'Assertion',
    hashes,
  );

/** Creates a signed response with a signed assertion. */
const bothSigned = (parts: AssertionParts, response: ResponseParts): string =>
  signedSaml(signed(parts, { response }), keys, 'Response');

/** Creates a response with a signed and encrypted assertion. */
async function encrypted(parts: AssertionParts, hashes?: SignatureHashes): Promise<string> {
  const whole = signed(parts, { hashes });
  const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(whole) ?? [];
  const options = {
    rsa_pub: createPublicKey(keys.privateKey).export({ type: 'spki', format: 'pem' }),
    pem: keys.certificate,
    encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  };
  const cipher = await promisify(encrypt)(assertion, options as never);
  const open = '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">';
  return whole.replace(assertion, `${open}${cipher}</saml:EncryptedAssertion>`);
}

const spentAssertions = async (hub: LoginHub): Promise<number> =>
  (
    await hub.pod.platform.db.read(
      { tenantId: defaultTenantId, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.rows('SELECT 1 FROM spent_assertion WHERE directory_id = $1 AND expires_at > now()', [
          directoryId,
        ]),
    )
  ).length;

const rejection = { reason: 'response_invalid' };

describe('the SAML broker', () => {
  it('requests a sign-in with a separate entity id for each directory', async () => {
    const { attempt, parts } = await begun();
    const url = new URL(attempt.url);
    expect(url.origin + url.pathname).toBe('https://saml.example.com/sso');
    expect(url.searchParams.get('RelayState')).toBe(attempt.state);
    expect(parts).toEqual({
      inResponseTo: attempt.requestId,
      recipient: `https://acme.example.com/federation/${directoryId}/acs`,
      audience: `https://acme.example.com/federation/${directoryId}`,
    });
  });

  it.each(['Assertion', 'both'] as const)(
    'accepts a response with signatures on %s',
    async (what) => {
      const { attempt, parts } = await begun();
      const assertion = signedSaml(responseXml(assertionXml(parts), parts), keys);
      const xml = what === 'both' ? signedSaml(assertion, keys, 'Response') : assertion;
      expect(await complete(attempt, xml)).toMatchObject({
        kind: 'saml',
        issuer: samlEntityId,
        subject: 'ada',
        email: 'ada@corp.example.com',
        claims: { groups: ['engineering', 'staff'] },
      });
    },
  );

  it.each<[string, (parts: AssertionParts) => string]>([
    ['no signature', (parts) => responseXml(assertionXml(parts), parts)],
    [
      'an unsigned assertion in a signed response',
      (parts) => signedSaml(responseXml(assertionXml(parts), parts), keys, 'Response'),
    ],
    ['an unknown key', (parts) => signedSaml(responseXml(assertionXml(parts), parts), samlKeys())],
    [
      'a changed subject',
      (parts) =>
        signedSaml(responseXml(assertionXml(parts), parts), keys).replace('>ada<', '>eve<'),
    ],
    [
      'another audience',
      (parts) =>
        signedSaml(
          responseXml(assertionXml({ ...parts, audience: 'https://other.example.com' }), parts),
          keys,
        ),
    ],
    [
      'a response to another request',
      (parts) => {
        const other = { ...parts, inResponseTo: '_somebody-elses' };
        return signedSaml(responseXml(assertionXml(other), other), keys);
      },
    ],
    [
      'a response to no request (initiated by the provider)',
      (parts) =>
        signedSaml(
          responseXml(assertionXml(parts), parts).replaceAll(/ InResponseTo="[^"]*"/g, ''),
          keys,
        ),
    ],
    [
      'an assertion for another request in a fresh response',
      (parts) =>
        signedSaml(responseXml(assertionXml({ ...parts, inResponseTo: '_old' }), parts), keys),
    ],
    [
      'an expired assertion',
      (parts) =>
        signedSaml(responseXml(assertionXml({ ...parts, notOnOrAfter: earlier }), parts), keys),
    ],
    [
      'an assertion from the future',
      (parts) => signedSaml(responseXml(assertionXml({ ...parts, notBefore: later }), parts), keys),
    ],
    [
      'another issuer',
      (parts) =>
        signedSaml(
          responseXml(assertionXml({ ...parts, issuer: 'https://evil.example.com' }), parts),
          keys,
        ),
    ],
    [
      'a transient name id',
      (parts) =>
        signedSaml(
          responseXml(
            assertionXml({
              ...parts,
              nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
            }),
            parts,
          ),
          keys,
        ),
    ],
    [
      'a forged assertion before the signed one (wrapping)',
      (parts) => {
        const forged = assertionXml({ ...parts, nameId: 'eve' });
        return signedSaml(responseXml(assertionXml(parts), parts), keys).replace(
          '<saml:Assertion',
          `${forged}<saml:Assertion`,
        );
      },
    ],
    [
      'a forged assertion around the signed one (wrapping)',
      (parts) => {
        const whole = signedSaml(responseXml(assertionXml(parts), parts), keys);
        const [genuine = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(whole) ?? [];
        const forged = assertionXml({ ...parts, nameId: 'eve' }).replace(
          '</saml:Assertion>',
          `<saml:Advice>${genuine}</saml:Advice></saml:Assertion>`,
        );
        return whole.replace(genuine, forged);
      },
    ],
    [
      'the signed assertion moved into an extension (wrapping)',
      (parts) => {
        const whole = signedSaml(responseXml(assertionXml(parts), parts), keys);
        const [genuine = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(whole) ?? [];
        const forged = assertionXml({ ...parts, nameId: 'eve' });
        return whole.replace(genuine, `<samlp:Extensions>${genuine}</samlp:Extensions>${forged}`);
      },
    ],
    [
      'an external entity (XXE)',
      (parts) =>
        `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${signedSaml(responseXml(assertionXml(parts), parts), keys).replace('>ada<', '>&x;<')}`,
    ],
    [
      'entities that expand exponentially',
      (parts) =>
        `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${signedSaml(responseXml(assertionXml({ ...parts, nameId: 'x' }), parts), keys).replace('>x<', '>&b;<')}`,
    ],
    [
      'a document type with an internal subset',
      (parts) => `<!DOCTYPE samlp:Response [<!ELEMENT x ANY>]>${signed(parts)}`,
    ],
    [
      'another recipient',
      (parts) =>
        signed(parts, {
          confirmations: confirmationXml({
            ...parts,
            notOnOrAfter: soon,
            recipient: 'https://other.example.com/acs',
          }),
        }),
    ],
    [
      'no recipient',
      ({ recipient, ...rest }) =>
        signed(
          { ...rest, recipient },
          { confirmations: confirmationXml({ ...rest, notOnOrAfter: soon }) },
        ),
    ],
    ['no subject confirmation', (parts) => signed(parts, { confirmations: '' })],
    [
      'a confirmation without data',
      (parts) =>
        signed(parts, {
          confirmations:
            '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"/>',
        }),
    ],
    ...(['holder-of-key', 'sender-vouches'] as const).map(
      (method): [string, (parts: AssertionParts) => string] => [
        `a confirmation by ${method} alone`,
        (parts) =>
          signed(parts, {
            confirmations: confirmationXml({ ...parts, notOnOrAfter: soon }, { method }),
          }),
      ],
    ),
    [
      'a confirmation that never expires',
      (parts) => signed(parts, { confirmations: confirmationXml(parts) }),
    ],
    [
      'an expired confirmation in valid conditions',
      (parts) =>
        signed(parts, { confirmations: confirmationXml({ ...parts, notOnOrAfter: earlier }) }),
    ],
    [
      'a confirmation from the future',
      (parts) =>
        signed(parts, {
          confirmations: confirmationXml({ ...parts, notOnOrAfter: later }, { notBefore: soon }),
        }),
    ],
    [
      'an unsolicited assertion in a response to the request',
      ({ recipient, ...rest }) =>
        signed(
          { ...rest, recipient },
          { confirmations: confirmationXml({ recipient, notOnOrAfter: soon }) },
        ),
    ],
    [
      'two confirmations that are valid only together',
      ({ inResponseTo, ...rest }) =>
        signed(
          { ...rest, inResponseTo },
          {
            confirmations: [
              confirmationXml({ ...rest, notOnOrAfter: soon }),
              confirmationXml({ inResponseTo, notOnOrAfter: soon }),
            ].join(''),
          },
        ),
    ],
    [
      'an error status with an assertion',
      (parts) => signed(parts, { response: { status: 'Responder' } }),
    ],
    [
      'a response without status',
      (parts) => signed(parts).replace(/<samlp:Status>.*<\/samlp:Status>/, ''),
    ],
    [
      'a response of another issuer',
      (parts) => signed(parts, { response: { issuer: 'https://evil.example.com' } }),
    ],
    [
      'another destination of a signed response',
      (parts) => bothSigned(parts, { destination: 'https://other.example.com/acs' }),
    ],
    ['no destination of a signed response', (parts) => bothSigned(parts, { destination: '' })],
    [
      'another destination of an unsigned response',
      (parts) => signed(parts, { response: { destination: 'https://other.example.com/acs' } }),
    ],
    [
      'a session that has ended at the provider',
      (parts) => signed({ ...parts, sessionNotOnOrAfter: earlier }),
    ],
    ['a signature with SHA-1', (parts) => signed(parts, { hashes: { signature: 'sha1' } })],
    ['a digest with SHA-1', (parts) => signed(parts, { hashes: { digest: 'sha1' } })],
    ['no XML at all', () => 'not xml <<<'],
  ])('rejects %s', async (_, make) => {
    const { attempt, parts } = await begun();
    await expect(complete(attempt, make(parts))).rejects.toMatchObject(rejection);
  });

  it('accepts an unsigned response without destination and issuer, and with a session that has not ended', async () => {
    const { attempt, parts } = await begun();
    const response = { destination: '', issuer: '' };
    const xml = signed({ ...parts, sessionNotOnOrAfter: later }, { response });
    expect(await complete(attempt, xml)).toMatchObject({ subject: 'ada' });
  });

  it('accepts one bearer confirmation among others', async () => {
    const { attempt, parts } = await begun();
    const data = { ...parts, notOnOrAfter: soon };
    const confirmations =
      confirmationXml(data, { method: 'holder-of-key' }) + confirmationXml(data);
    expect(await complete(attempt, signed(parts, { confirmations }))).toMatchObject({
      subject: 'ada',
    });
  });

  it.each<SignatureHashes>([
    { signature: 'sha1' },
    { digest: 'sha1' },
    { signature: 'sha1', digest: 'sha1' },
  ])('accepts SHA-1 (%j) only if the connection allows it', async (hashes) => {
    const { attempt, parts } = await begun();
    const xml = signed(parts, { hashes });
    await expect(complete(attempt, xml)).rejects.toMatchObject(rejection);
    const identity = await complete(attempt, xml, brokerWith({ allowSha1: true }));
    expect(identity.subject).toBe('ada');
  });

  it('accepts an encrypted assertion, unless its signature uses SHA-1', async () => {
    const { attempt, parts } = await begun();
    const secret = {
      type: 'saml_keys' as const,
      signingKeyPem: keys.privateKey,
      signingCertificatePem: keys.certificate,
      decryptionKeyPem: keys.privateKey,
    };
    const opening = brokerWith({}, secret);
    const identity = await complete(attempt, await encrypted(parts), opening);
    expect(identity.subject).toBe('ada');
    for (const hashes of [{ signature: 'sha1' }, { digest: 'sha1' }] as const)
      await expect(
        complete(attempt, await encrypted(parts, hashes), opening),
      ).rejects.toMatchObject(rejection);
  });

  it('accepts an assertion once', async () => {
    const { attempt, parts } = await begun();
    const xml = signed(parts);
    await complete(attempt, xml);
    await expect(complete(attempt, xml)).rejects.toMatchObject(rejection);
  });

  it('does not truncate a name id at a comment', async () => {
    const { attempt, parts } = await begun();
    const name = 'admin@corp.example.com<!-- -->.evil.example.com';
    const xml = signedSaml(responseXml(assertionXml({ ...parts, nameId: name }), parts), keys);
    const subject = await complete(attempt, xml).then(
      (identity) => identity.subject,
      () => 'rejected',
    );
    expect(subject).not.toBe('admin@corp.example.com');
  });

  it.each([
    ['a document type', `<!DOCTYPE x []>${config.metadataXml}`],
    ['another entity', config.metadataXml.replaceAll(samlEntityId, 'https://other.example.com')],
    ['no certificate', config.metadataXml.replaceAll(/<KeyDescriptor.*<\/KeyDescriptor>/gs, '')],
    ['an endpoint without TLS', config.metadataXml.replaceAll('https://saml', 'http://saml')],
    ['broken XML', config.metadataXml.slice(0, -20)],
  ])('cannot be used with metadata that has %s', async (_, metadataXml) => {
    const failed = brokerWith({ metadataXml }).begin(order);
    await expect(failed).rejects.toMatchObject({ reason: 'connection_unavailable' });
  });
});

describe('sign-in at a SAML identity provider', () => {
  let hub: LoginHub;
  beforeAll(async () => {
    hub = await loginHub({
      tenantId: defaultTenantId,
      properties: {
        'platform.jit-provisioning.rules': JSON.stringify({
          [defaultTenantId]: [
            { name: 'everybody', actions: [{ create: {} }] },
            {
              name: 'members',
              when: { claim: 'email', op: 'equals', value: 'ada@corp.example.com' },
              actions: [{ join: { organizationId: 'org_1', roles: [] } }],
            },
          ],
        }),
      },
    });
    const flow = loginFlowTemplates.find((one) => one.id === 'identifier_first_sso');
    hub.around.identityFacade.setExperience('', { definition: flow?.definition as object });
    hub.around.directory.setDomain('corp.example.com', [{ directoryId, kind: 'saml' }]);
    hub.around.directory.setConnection(directoryId, { kind: 'saml', config });
  });
  afterAll(() => hub.stop());

  /** Begins a login in a browser, and returns it with the response of the provider for a person. */
  async function answeredFor(person: Pick<AssertionParts, 'nameId' | 'email'>) {
    const uid = hub.request();
    const browser = hub.browser(uid);
    await browser.get();
    await browser.submit('identify', { identifier: 'ada@corp.example.com' });
    expect(titleOf(browser.page!)).toBe('Continue with your organization');
    await browser.submit('federation');
    const away = new URL((await browser.get('/away')).headers.location ?? '');
    const { id: inResponseTo, recipient, audience } = requestOf(away);
    const parts = { inResponseTo, recipient, audience, ...person };
    const form = {
      RelayState: away.searchParams.get('RelayState') ?? '',
      SAMLResponse: samlEncoded(signedSaml(responseXml(assertionXml(parts), parts), keys)),
    };
    return { uid, browser, form, acs: new URL(recipient).pathname };
  }

  it('shows a separate page to a person who is not a member of the organization', async () => {
    const bob = { nameId: 'bob', email: 'bob@corp.example.com' };
    const { uid, browser, form, acs } = await answeredFor(bob);
    const page = await browser.open(acs, form);
    expect(titleOf(page)).toBe('You’re not a member of this organization');
    await browser.get('?leave');
    expect(hub.outcomes.get(uid)).toEqual({ kind: 'denied', error: 'access_denied' });
  });

  it("completes with the provider's response, once", async () => {
    const before = await spentAssertions(hub);
    const { uid, browser, form, acs } = await answeredFor({});
    await browser.open(acs, form);
    expect(hub.outcomes.get(uid)).toMatchObject({
      kind: 'finished',
      login: { factors: [{ method: 'federation' }], event: { connectionId: directoryId } },
    });
    expect(hub.around.directory.provisioned.at(-1)).toMatchObject({
      directoryId,
      email: 'ada@corp.example.com',
      emailVerified: true,
    });
    expect((await browser.open(acs, form)).status).toBe(404);
    expect(await spentAssertions(hub)).toBe(before + 1);
  });

  it('accepts an assertion once across pods, and deletes its record after its expiry', async () => {
    const { db } = hub.pod.platform;
    const spend = (assertion: SpentAssertion, tenantId = defaultTenantId) =>
      db.transact({ tenantId, actor: { type: 'system', id: 'test' } }, (tx) =>
        insertSpentAssertion(tx, assertion),
      );
    const valid = { kind: 'saml', issuer: directoryId, id: '_valid', expiresAt: later } as const;
    const expired = {
      kind: 'saml',
      issuer: directoryId,
      id: '_expired',
      expiresAt: earlier,
    } as const;
    const attempts = await Promise.all(Array.from({ length: 5 }, () => spend(valid)));
    expect(attempts.filter(Boolean)).toHaveLength(1);
    expect(await spend(valid, newId('tenant'))).toBe(true);
    expect(await spend(expired)).toBe(true);
    expect(await sweepSpentAssertions(db)).toBe(1);
    expect(await spend(expired)).toBe(true);
    expect(await spend(valid)).toBe(false);
  });

  it('publishes the settings to enter at the provider', async () => {
    const { text, status } = await hub.browser('x').open(`/federation/${directoryId}/metadata`);
    expect(status).toBe(200);
    expect(text).toContain(`entityID="http://localhost:18080/federation/${directoryId}"`);
    expect(text).toContain(`/federation/${directoryId}/acs`);
    expect(text).toContain('WantAssertionsSigned="true"');
  });
});
