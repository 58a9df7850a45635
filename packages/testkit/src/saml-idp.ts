import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { IdentityProvider } from 'samlify';
import { SignedXml } from 'xml-crypto';

export const samlEntityId = 'https://saml.example.com/metadata';

/** Content of an assertion; the default of each member is valid. */
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
  assertionId?: string;
  sessionNotOnOrAfter?: Date;
}

/** The parts of a response around its assertion. */
export interface ResponseParts {
  destination?: string;
  issuer?: string;
  status?: string;
}

/** A key with its self-signed certificate. */
export interface SamlKeys {
  privateKey: string;
  certificate: string;
}

/** Generates keys for {@link signedSaml}. */
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

/** Builds metadata as an administrator would upload it, with another implementation than ours. */
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

/** Parses the request that a browser carries to the provider. */
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
const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${value}"`;

/** Builds a confirmation of an assertion's subject, with the given members. */
export const confirmationXml = (
  parts: Partial<Pick<AssertionParts, 'notOnOrAfter' | 'recipient' | 'inResponseTo'>>,
  {
    method = 'bearer',
    notBefore,
  }: {
    method?: 'bearer' | 'holder-of-key' | 'sender-vouches';
    notBefore?: Date;
  } = {},
): string =>
  `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:${method}"><saml:SubjectConfirmationData${attribute('NotBefore', notBefore?.toISOString())}${attribute('NotOnOrAfter', parts.notOnOrAfter?.toISOString())}${attribute('Recipient', parts.recipient)}${attribute('InResponseTo', parts.inResponseTo)}/></saml:SubjectConfirmation>`;

/** Builds an unsigned assertion. `confirmations` replaces the valid default. */
export function assertionXml(parts: AssertionParts, confirmations?: string): string {
  const now = new Date();
  const notOnOrAfter = parts.notOnOrAfter ?? new Date(now.getTime() + 5 * minute);
  const until = notOnOrAfter.toISOString();
  const from = (parts.notBefore ?? new Date(now.getTime() - minute)).toISOString();
  const { nameId = 'ada', email = 'ada@corp.example.com', issuer = samlEntityId } = parts;
  const format = parts.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
  const id = parts.assertionId ?? `_a${randomUUID()}`;
  const confirmed = confirmations ?? confirmationXml({ ...parts, notOnOrAfter });
  const session = attribute('SessionNotOnOrAfter', parts.sessionNotOnOrAfter?.toISOString());
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${now.toISOString()}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${nameId}</saml:NameID>${confirmed}</saml:Subject><saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>${parts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${now.toISOString()}"${session}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute><saml:Attribute Name="groups"><saml:AttributeValue>engineering</saml:AttributeValue><saml:AttributeValue>staff</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`;
}

/**
 * Builds an unsigned response around an assertion. An empty `destination` or `issuer` is omitted.
 */
export function responseXml(
  inner: string,
  { inResponseTo, recipient }: Pick<AssertionParts, 'inResponseTo' | 'recipient'>,
  { destination = recipient, issuer = samlEntityId, status = 'Success' }: ResponseParts = {},
): string {
  const to = attribute('Destination', destination || undefined);
  const from = `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer>`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r${randomUUID()}" Version="2.0" IssueInstant="${new Date().toISOString()}"${to} InResponseTo="${inResponseTo}">${issuer && from}<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>${inner}</samlp:Response>`;
}

const signatureMethods = {
  sha1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
};
const digestMethods = {
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
};

/** The hash algorithms of a signature. */
export interface SignatureHashes {
  signature?: keyof typeof signatureMethods;
  digest?: keyof typeof digestMethods;
}

/** Signs the assertion of a response, or the response around it. */
export function signedSaml(
  xml: string,
  { privateKey }: SamlKeys,
  element: 'Assertion' | 'Response' = 'Assertion',
  { signature = 'sha256', digest = 'sha256' }: SignatureHashes = {},
): string {
  const xpath = `//*[local-name(.)='${element}']`;
  const canonicalization = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const signing = new SignedXml({
    privateKey,
    signatureAlgorithm: signatureMethods[signature],
    canonicalizationAlgorithm: canonicalization,
  });
  signing.addReference({
    xpath,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonicalization],
    digestAlgorithm: digestMethods[digest],
  });
  const location = { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } as const;
  signing.computeSignature(xml, { prefix: 'ds', location });
  return signing.getSignedXml();
}

/** Encodes XML as a form value. */
export const samlEncoded = (xml: string): string => Buffer.from(xml).toString('base64');
