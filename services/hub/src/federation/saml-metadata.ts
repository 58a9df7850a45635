import { BrokeredSignInFailed } from './brokered-identity.ts';
import { strictParser } from './saml-xml.ts';

/** What of a SAML identity provider's metadata signing in needs (SAML Metadata §2.4.3). */
export interface SamlProvider {
  entityId: string;
  /** Takes requests by HTTP-Redirect. */
  ssoUrl: string;
  /** Base64 DER, of the keys that it signs with. */
  certificates: string[];
}

const maxBytes = 512 * 1024;
const metadataNs = 'urn:oasis:names:tc:SAML:2.0:metadata';
const signatureNs = 'http://www.w3.org/2000/09/xmldsig#';
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

const invalid = (cause: unknown) => new BrokeredSignInFailed('connection_unavailable', { cause });

/** Reads every identity provider in a metadata document. */
function providersIn(xml: string): SamlProvider[] {
  const found: SamlProvider[] = [];
  const path: string[] = [];
  let current: SamlProvider | undefined;
  let isSigning = false;
  let certificate: string | undefined;
  const parser = strictParser();
  const isIdp = (): boolean => path.includes('IDPSSODescriptor');
  parser.on('opentag', ({ uri, local, attributes }) => {
    const valueOf = (name: string): string => attributes[name]?.value ?? '';
    path.push(local);
    if (uri === metadataNs && local === 'EntityDescriptor') {
      current = { entityId: valueOf('entityID'), ssoUrl: '', certificates: [] };
      found.push(current);
    }
    if (!current || !isIdp()) return;
    // Without a use, a key serves both.
    if (uri === metadataNs && local === 'KeyDescriptor')
      isSigning = valueOf('use') !== 'encryption';
    if (uri === signatureNs && local === 'X509Certificate' && isSigning) certificate = '';
    const isSso = uri === metadataNs && local === 'SingleSignOnService';
    if (isSso && valueOf('Binding') === redirect) current.ssoUrl ||= valueOf('Location');
  });
  parser.on('text', (text) => {
    if (certificate !== undefined) certificate += text;
  });
  parser.on('closetag', ({ local }) => {
    if (local === 'X509Certificate' && certificate !== undefined) {
      current?.certificates.push(certificate.replace(/\s+/g, ''));
      certificate = undefined;
    }
    path.pop();
  });
  parser.write(xml).close();
  return found;
}

/** The identity provider of this entity id in a metadata document. @throws BrokeredSignInFailed */
export function samlProvider(xml: string, entityId: string): SamlProvider {
  try {
    if (Buffer.byteLength(xml) > maxBytes) throw new Error('the metadata is longer than 512 KiB');
    const provider = providersIn(xml).find((one) => one.entityId === entityId);
    if (!provider) throw new Error('the metadata does not describe the entity');
    const { ssoUrl, certificates } = provider;
    if (certificates.length === 0) throw new Error('the metadata has no signing certificate');
    if (!URL.canParse(ssoUrl) || new URL(ssoUrl).protocol !== 'https:')
      throw new Error('the metadata has no HTTP-Redirect endpoint by https');
    return provider;
  } catch (error) {
    throw invalid(error);
  }
}
