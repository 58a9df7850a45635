import { createHash } from 'node:crypto';
import type { X509Certificate } from 'node:crypto';
import { algorithmOf, childElements, signatureNs } from '@platform/relying-party';
import type { Element } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';

/** The algorithm of a signature as an XML Signature identifier; undefined if it names none. */
export const signatureAlgorithms = (signature: Element): string[] =>
  childElements(signature, signatureNs, 'SignedInfo')
    .flatMap((info) => childElements(info, signatureNs, 'SignatureMethod'))
    .flatMap(algorithmOf);

/** SHA-256 of a certificate, in base64url. */
export const thumbprint = ({ raw }: X509Certificate): string =>
  createHash('sha256').update(raw).digest('base64url');

/** The signature of the document itself; undefined where it has none. */
export const metadataSignatureOf = (root: Element): Element | undefined =>
  childElements(root, signatureNs, 'Signature')[0];

/** Does the signature hold over the root, by the certificate that it brings along? That says nothing of who made it. */
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
    // What is signed must be the document that is used, and nothing beside it.
    const isRoot = reference?.uri === '' || reference?.uri === `#${root.getAttribute('ID')}`;
    return isRoot && other === undefined && signed.checkSignature(xml);
  } catch {
    return false;
  }
}
