import { defaultTenantId } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import { loginFlowTemplates } from '@platform/login-flow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrokeredAttempt, BrokeredOrder } from '../src/federation/brokered-identity.ts';
import { samlBroker } from '../src/federation/saml-broker.ts';
import { loginHub, titleOf } from './login-hub.ts';
import type { LoginHub } from './login-hub.ts';
import {
  assertionXml,
  samlEncoded,
  metadataOf,
  requestOf,
  responseXml,
  samlEntityId,
  samlKeys,
  signedSaml,
} from '@platform/testkit/saml-idp';
import type { AssertionParts } from '@platform/testkit/saml-idp';

const keys = samlKeys();
const directoryId = newId('directory');
const config = { metadataXml: metadataOf(keys), entityId: samlEntityId, signRequests: false };
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
const brokerWith = (more: object = {}) =>
  samlBroker({
    egress: noEgress,
    connectionOf: async () => ({ kind: 'saml', config: { ...config, ...more }, secret: undefined }),
  });
const broker = brokerWith();

/** A sign-in under way, and the parts of the assertion that answers it. */
async function begun(): Promise<{ attempt: BrokeredAttempt; parts: AssertionParts }> {
  const attempt = await broker.begin(order);
  const { id, recipient, audience } = requestOf(new URL(attempt.url));
  return { attempt, parts: { inResponseTo: id, recipient, audience } };
}

const complete = (attempt: BrokeredAttempt, xml: string) =>
  broker.complete(order, attempt, { SAMLResponse: samlEncoded(xml), RelayState: attempt.state });

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

  it.each(['Assertion', 'both'] as const)('takes a response with a signed %s', async (what) => {
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
  });

  const later = new Date(Date.now() + 3_600_000);
  const earlier = new Date(Date.now() - 3_600_000);
  it.each<[string, (parts: AssertionParts) => string]>([
    ['no signature', (parts) => responseXml(assertionXml(parts), parts)],
    [
      'an unsigned assertion in a signed response',
      (parts) => signedSaml(responseXml(assertionXml(parts), parts), keys, 'Response'),
    ],
    [
      'a key of somebody else',
      (parts) => signedSaml(responseXml(assertionXml(parts), parts), samlKeys()),
    ],
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
      'another request answered',
      (parts) => {
        const other = { ...parts, inResponseTo: '_somebody-elses' };
        return signedSaml(responseXml(assertionXml(other), other), keys);
      },
    ],
    [
      'no request answered (begun by the provider)',
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
      'an assertion of the future',
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
      'a transient name',
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
      'entities that explode',
      (parts) =>
        `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${signedSaml(responseXml(assertionXml({ ...parts, nameId: 'x' }), parts), keys).replace('>x<', '>&b;<')}`,
    ],
    ['no XML at all', () => 'not xml <<<'],
  ])('rejects %s', async (_, make) => {
    const { attempt, parts } = await begun();
    await expect(complete(attempt, make(parts))).rejects.toMatchObject(rejection);
  });

  it('a comment within a name does not truncate it', async () => {
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

  /** A browser whose provider says who signs in, and what it posts back. */
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

  it('shows a page of its own to a person who is not a member of the organization', async () => {
    const bob = { nameId: 'bob', email: 'bob@corp.example.com' };
    const { uid, browser, form, acs } = await answeredFor(bob);
    const page = await browser.open(acs, form);
    expect(titleOf(page)).toBe('You’re not a member of this organization');
    await browser.get('?leave');
    expect(hub.outcomes.get(uid)).toEqual({ kind: 'denied', error: 'access_denied' });
  });

  it("completes with the provider's response, once", async () => {
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
  });

  it('publishes the settings to enter at the provider', async () => {
    const { text, status } = await hub.browser('x').open(`/federation/${directoryId}/metadata`);
    expect(status).toBe(200);
    expect(text).toContain(`entityID="http://localhost:18080/federation/${directoryId}"`);
    expect(text).toContain(`/federation/${directoryId}/acs`);
    expect(text).toContain('WantAssertionsSigned="true"');
  });
});
