import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { entityOf, idpRoleOf, parsedMetadata, ssoBindings } from '@platform/relying-party';
import { isIntact, metadataSignatureOf } from '../src/diagnostics/metadata-signature.ts';

const md = 'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"';
const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const entity = (id = 'https://idp.example.com', location = 'https://idp.example.com/sso') =>
  `<md:EntityDescriptor ${md} ID="root" entityID="${id}">` +
  '<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">' +
  `<md:SingleSignOnService Binding="${binding}" Location="${location}"/>` +
  '</md:IDPSSODescriptor></md:EntityDescriptor>';
const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

describe('metadata of an identity provider', () => {
  test.each([
    [
      'an external entity',
      '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
      'doctype_not_allowed',
    ],
    [
      'a document type elsewhere',
      '<!DOCTYPE x SYSTEM "https://evil.example.com/x.dtd">',
      'doctype_not_allowed',
    ],
    [
      'entities that explode',
      '<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>',
      'doctype_not_allowed',
    ],
    ['a document type in lower case', '<!doctype x>', 'doctype_not_allowed'],
    ['an unknown entity', '<?xml version="1.0"?><x>&undefined;</x>', 'xml_invalid'],
    ['another document before it', '<x/>', 'xml_invalid'],
  ])('is rejected with %s', (_, prolog, code) =>
    expect(codeOf(() => parsedMetadata(prolog + entity()))).toBe(code),
  );

  test('is rejected if it is of another kind, or has no entity or several', () => {
    expect(codeOf(() => parsedMetadata('<EntityDescriptor/>'))).toBe('metadata_invalid');
    const both = `<md:EntitiesDescriptor ${md}>${entity('a')}${entity('b')}</md:EntitiesDescriptor>`;
    const root = parsedMetadata(both);
    expect(codeOf(() => entityOf(root, undefined))).toBe('entity_ambiguous');
    expect(codeOf(() => entityOf(root, 'c'))).toBe('entity_not_found');
    expect(entityOf(root, 'b').getAttribute('entityID')).toBe('b');
  });

  test('provides no sign-in if it only supports HTTP-POST', () => {
    const post = entity().replace('HTTP-Redirect', 'HTTP-POST');
    const role = idpRoleOf(entityOf(parsedMetadata(post), undefined));
    expect(codeOf(() => ssoBindings(role))).toBe('sso_binding_missing');
  });

  test.each(['http://idp.example.com/sso', 'javascript:alert(1)', 'HTTPS:evil', ''])(
    'provides no sign-in at %j',
    (location) => {
      const role = idpRoleOf(entityOf(parsedMetadata(entity('a', location)), undefined));
      expect(codeOf(() => ssoBindings(role))).toBe('sso_binding_missing');
    },
  );
});

function keyPair() {
  const folder = mkdtempSync(join(tmpdir(), 'saml-metadata-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const usual = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-sha256'];
  execFileSync('openssl', [...usual, '-keyout', key, '-out', cert, '-subj', '/CN=idp'], {
    stdio: 'pipe',
  });
  const pair = { privateKey: readFileSync(key, 'utf8'), publicCert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return pair;
}

function signed(xml: string, xpath: string, keys: ReturnType<typeof keyPair>): string {
  const signature = new SignedXml({
    ...keys,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signature.addReference({
    xpath,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  });
  signature.computeSignature(xml, { location: { reference: '/*', action: 'prepend' } });
  return signature.getSignedXml();
}

describe('the signature of metadata', () => {
  const keys = keyPair();
  const judged = (xml: string) => {
    const root = parsedMetadata(xml);
    const signature = metadataSignatureOf(root);
    return signature && isIntact(xml, root, signature);
  };
  const whole = signed(entity(), '/*', keys);

  test('covers the document that is used', () => expect(judged(whole)).toBe(true));

  test('is missing in an unsigned document', () => expect(judged(entity())).toBeUndefined());

  test.each<[string, string]>([
    ['a changed location', whole.replace('idp.example.com/sso', 'evil.example.com/sso')],
    ['another name', whole.replace('entityID="https://idp', 'entityID="https://evil')],
    ['no certificate', whole.replace(/<(\w+:)?KeyInfo>.*<\/(\w+:)?KeyInfo>/s, '')],
    [
      'a signature over a part of it',
      signed(entity(), '//*[local-name(.)="IDPSSODescriptor"]', keys),
    ],
    [
      'the signed document moved below a forged one (wrapping)',
      entity('https://evil.example.com')
        .replace('ID="root"', 'ID="forged"')
        .replace(
          '<md:IDPSSODescriptor',
          `${/<(?:\w+:)?Signature.*<\/(?:\w+:)?Signature>/s.exec(whole)?.[0]}<md:Extensions>${whole}</md:Extensions><md:IDPSSODescriptor`,
        ),
    ],
  ])('is invalid with %s', (_, xml) => {
    expect(xml).not.toBe(whole);
    expect(judged(xml)).toBe(false);
  });
});
