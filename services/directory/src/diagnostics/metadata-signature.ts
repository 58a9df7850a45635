import { createHash } from 'node:crypto';
import type { X509Certificate } from 'node:crypto';
import { algorithmOf, childElements, signatureNs } from '@platform/relying-party';
import type { Element } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';

/** The algorithms that a signature uses, as XML Signature identifiers. */
export const signatureAlgorithms = (signature: Element): string[] =>
  childElements(signature, signatureNs, 'SignedInfo')
    .flatMap((info) => childElements(info, signatureNs, 'SignatureMethod'))
    .flatMap(algorithmOf);

/** SHA-256 of a certificate, in base64url. */
export const thumbprint = ({ raw }: X509Certificate): string =>
  createHash('sha256').update(raw).digest('base64url');

/** The signature of the document itself; undefined if it has none. */
export const metadataSignatureOf = (root: Element): Element | undefined =>
  childElements(root, signatureNs, 'Signature')[0];

/**
 * Whether the signature over the root verifies with its own embedded certificate. Does not prove
 * who signed it.
 */
export function isIntact(xml: string, root: Element, signature: Element): boolean {
  const [certificate] = Array.from(
    signature.getElementsByTagNameNS(signatureNs, 'X509Certificate'),
  );
  const text = certificate?.textContent?.replace(/\s/g, '');
  if (!text) return false;
  const publicCert = `-----BEGIN CERTIFICATE-----\n${text.replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----`;
  try {
    const signed = new SignedXml({ publicCert });
    signed.loadSignature(signature.toString());
    const [reference, other] = signed.getReferences();
    // The signature must cover exactly the document that is used.
    const isRoot = reference?.uri === '' || reference?.uri === `#${root.getAttribute('ID')}`;
    return isRoot && other === undefined && signed.checkSignature(xml);
  } catch {
    return false;
  }
}
