import { strictParser } from './saml-xml.ts';

/** The parts of a SAML response outside its assertion. They are unverified, because a signature need not cover them. */
export interface SamlMessage {
  version: string;
  /** Undefined if the response has none. */
  destination: string | undefined;
  issuer: string | undefined;
  /** Values of the top-level status codes. */
  statuses: string[];
  isSigned: boolean;
}

/** An XML document with signatures. */
interface SignedDocument {
  message: SamlMessage;
  /** The algorithms of all its signatures and their digests. */
  algorithms: string[];
}

const isSignatureAlgorithm = (path: readonly string[]): boolean =>
  path.at(-1) === 'SignatureMethod' ||
  // The key transport of an encrypted assertion (RSA-OAEP) also has a DigestMethod, which belongs to no signature.
  (path.at(-1) === 'DigestMethod' && path.at(-2) === 'Reference');

/** Reads a response or a separate assertion. @throws for a document type or malformed XML */
function signedDocument(xml: string): SignedDocument {
  const message: SamlMessage = {
    version: '',
    destination: undefined,
    issuer: undefined,
    statuses: [],
    isSigned: false,
  };
  const algorithms: string[] = [];
  const path: string[] = [];
  const isAt = (expected: string): boolean => path.join('/') === expected;
  const parser = strictParser();
  parser.on('opentag', ({ local, attributes }) => {
    path.push(local);
    if (isSignatureAlgorithm(path)) algorithms.push(attributes['Algorithm']?.value ?? '');
    if (isAt('Response')) {
      message.version = attributes['Version']?.value ?? '';
      message.destination = attributes['Destination']?.value;
    }
    if (isAt('Response/Issuer')) message.issuer = '';
    if (isAt('Response/Signature')) message.isSigned = true;
    if (isAt('Response/Status/StatusCode')) message.statuses.push(attributes['Value']?.value ?? '');
  });
  parser.on('text', (text) => {
    if (isAt('Response/Issuer')) message.issuer += text;
  });
  parser.on('closetag', () => path.pop());
  parser.write(xml).close();
  return { message, algorithms };
}

/** Decrypts the assertion that the library will use; undefined if there is none. */
async function decryptedAssertion(xml: string, key: string): Promise<string | undefined> {
  const { decryptXml, parseDomFromString, xpath } = await import('@node-saml/node-saml/lib/xml.js');
  const document = await parseDomFromString(xml);
  const [encrypted] = xpath.selectElements(
    document,
    "/*[local-name()='Response']/*[local-name()='EncryptedAssertion']",
  );
  return encrypted && (await decryptXml(String(encrypted), key));
}

/** Reads a response and its signatures, including those in an encrypted assertion. @throws for a document type or malformed XML */
export async function samlMessage(
  xml: string,
  decryptionKey: string | undefined,
): Promise<SignedDocument> {
  const { message, algorithms } = signedDocument(xml);
  const assertion = decryptionKey ? await decryptedAssertion(xml, decryptionKey) : undefined;
  const inner = assertion === undefined ? [] : signedDocument(assertion).algorithms;
  return { message, algorithms: [...algorithms, ...inner] };
}
