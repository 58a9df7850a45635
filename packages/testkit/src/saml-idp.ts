import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { IdentityProvider, SamlLib } from 'samlify';

export const samlEntityId = 'https://saml.example.com/metadata';

/** What an assertion says; everything has a value that passes. */
export interface AssertionParts {
  inResponseTo: string;
  audience: string;
  recipient: string;
  nameId?: string;
  email?: string;
  issuer?: string;
  notOnOrAfter?: Date;
  notBefore?: Date;
  nameIdFormat?: string;
}

/** A key with its self-signed certificate. */
export interface SamlKeys {
  privateKey: string;
  certificate: string;
}

/** Makes keys for {@link signedSaml}. */
export function samlKeys(): SamlKeys {
  const folder = mkdtempSync(join(tmpdir(), 'saml-idp-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const arguments_ = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-sha256'];
  execFileSync('openssl', [...arguments_, '-keyout', key, '-out', cert, '-subj', '/CN=idp'], {
    stdio: 'pipe',
  });
  const pair = { privateKey: readFileSync(key, 'utf8'), certificate: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return pair;
}

/** Metadata as an administrator would upload it, made by another implementation than ours. */
export const metadataOf = (
  { certificate }: SamlKeys,
  signInUrl = 'https://saml.example.com/sso',
): string =>
  IdentityProvider({
    entityID: samlEntityId,
    signingCert: certificate,
    wantAuthnRequestsSigned: false,
    singleSignOnService: [
      {
        Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
        Location: signInUrl,
      },
    ],
  }).getMetadata();

/** The request that a browser carries to the provider. */
export function requestOf(url: URL): { id: string; recipient: string; audience: string } {
  const deflated = Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64');
  const xml = inflateRawSync(deflated).toString('utf8');
  const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
  return {
    id: attribute(' ID'),
    recipient: attribute('AssertionConsumerServiceURL'),
    audience: /<saml:Issuer[^>]*>([^<]*)</.exec(xml)?.[1] ?? '',
  };
}

const minute = 60_000;

export function assertionXml(parts: AssertionParts): string {
  const now = new Date();
  const until = (parts.notOnOrAfter ?? new Date(now.getTime() + 5 * minute)).toISOString();
  const from = (parts.notBefore ?? new Date(now.getTime() - minute)).toISOString();
  const { nameId = 'ada', email = 'ada@corp.example.com', issuer = samlEntityId } = parts;
  const format = parts.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_a${randomUUID()}" Version="2.0" IssueInstant="${now.toISOString()}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${parts.recipient}" InResponseTo="${parts.inResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${parts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${now.toISOString()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute><saml:Attribute Name="groups"><saml:AttributeValue>engineering</saml:AttributeValue><saml:AttributeValue>staff</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`;
}

export const responseXml = (inner: string, { inResponseTo, recipient }: AssertionParts): string =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r${randomUUID()}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${recipient}" InResponseTo="${inResponseTo}"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${samlEntityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${inner}</samlp:Response>`;

/** Signs the assertion of a response, or the response around it. */
export function signedSaml(
  xml: string,
  { privateKey, certificate }: SamlKeys,
  element: 'Assertion' | 'Response' = 'Assertion',
): string {
  const path = `//*[local-name(.)='${element}']`;
  return SamlLib.constructSAMLSignature({
    rawSamlMessage: xml,
    referenceTagXPath: path,
    privateKey,
    privateKeyPass: '',
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    signingCert: certificate.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, ''),
    isBase64Output: false,
    // The path says what is signed; this would sign the whole message besides.
    isMessageSigned: false,
    transformationAlgorithms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
    signatureConfig: {
      prefix: 'ds',
      location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
    },
  });
}

export const samlEncoded = (xml: string): string => Buffer.from(xml).toString('base64');
