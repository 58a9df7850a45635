import { X509Certificate, createHash } from 'node:crypto';
import { DOMParser, MIME_TYPE } from '@xmldom/xmldom';
import type { Document, Element } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { SourceFault } from '../sync/sources/source-fault.ts';

const metadataNs = 'urn:oasis:names:tc:SAML:2.0:metadata';
const signatureNs = 'http://www.w3.org/2000/09/xmldsig#';
const algorithmsNs = 'urn:oasis:names:tc:SAML:metadata:algsupport';
const saml2 = 'urn:oasis:names:tc:SAML:2.0:protocol';

/** Parses metadata. Document types are refused before anything of them is read (XXE, entity bombs). @throws SourceFault */
export function parsedMetadata(xml: string): Element {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml))
    throw new SourceFault('doctype_not_allowed', 'The metadata has a document type.');
  let document: Document;
  try {
    const onError = (_level: string, message: string): void => {
      throw new Error(message);
    };
    document = new DOMParser({ onError }).parseFromString(xml, MIME_TYPE.XML_APPLICATION);
  } catch (cause) {
    throw new SourceFault('xml_invalid', 'The metadata is not well-formed XML.', { cause });
  }
  const root = document.documentElement;
  if (root?.namespaceURI !== metadataNs)
    throw new SourceFault('metadata_invalid', 'The document is not SAML 2.0 metadata.');
  return root;
}

const childrenOf = (element: Element, ns: string, name: string): Element[] =>
  Array.from(element.childNodes).filter(
    (node): node is Element =>
      node.nodeType === 1 &&
      (node as Element).namespaceURI === ns &&
      (node as Element).localName === name,
  );

/** The entity that is meant: the only one, or that with the id. @throws SourceFault */
export function entityOf(root: Element, entityId: string | undefined): Element {
  const entities =
    root.localName === 'EntityDescriptor'
      ? [root]
      : childrenOf(root, metadataNs, 'EntityDescriptor');
  const meant = entities.filter(
    (entity) => entityId === undefined || entity.getAttribute('entityID') === entityId,
  );
  const [entity, other] = meant;
  if (entity === undefined)
    throw new SourceFault('entity_not_found', 'The metadata has no entity with this entityId.');
  if (other !== undefined)
    throw new SourceFault(
      'entity_ambiguous',
      'The metadata has several entities; set entityId to select one.',
    );
  return entity;
}

/** The role of an identity provider. @throws SourceFault */
export function idpRoleOf(entity: Element): Element {
  const role = childrenOf(entity, metadataNs, 'IDPSSODescriptor').find((element) =>
    (element.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/).includes(saml2),
  );
  if (role) return role;
  throw new SourceFault('idp_role_missing', 'The entity is not a SAML 2.0 identity provider.');
}

/** Where sign-ins begin, by binding. @throws SourceFault without one that the platform can use over https */
export function ssoBindings(role: Element): Record<string, string> {
  const bindings: Record<string, string> = {};
  for (const service of childrenOf(role, metadataNs, 'SingleSignOnService')) {
    const name = /:bindings:(HTTP-Redirect|HTTP-POST)$/.exec(service.getAttribute('Binding') ?? '');
    const location = service.getAttribute('Location') ?? '';
    if (name?.[1] !== undefined && location.startsWith('https://')) bindings[name[1]] ??= location;
  }
  if (Object.keys(bindings).length > 0) return bindings;
  throw new SourceFault(
    'sso_binding_missing',
    'The identity provider has no https location for HTTP-Redirect or HTTP-POST.',
  );
}

/** The certificates that responses are signed with. @throws SourceFault for one that does not parse */
export function signingCertificates(role: Element): X509Certificate[] {
  const keys = childrenOf(role, metadataNs, 'KeyDescriptor').filter(
    (key) => (key.getAttribute('use') ?? 'signing') !== 'encryption',
  );
  return keys
    .flatMap((key) => Array.from(key.getElementsByTagNameNS(signatureNs, 'X509Certificate')))
    .map((element) => {
      try {
        return new X509Certificate(Buffer.from(element.textContent ?? '', 'base64'));
      } catch (cause) {
        throw new SourceFault('certificate_invalid', 'A certificate cannot be read.', { cause });
      }
    });
}

const algorithmOf = (element: Element): string[] => {
  const algorithm = element.getAttribute('Algorithm')?.trim();
  return algorithm ? [algorithm] : [];
};

/**
 * What the provider announces to sign with, as XML Signature identifiers (SAML v2.0 Metadata Profile for Algorithm Support): what its
 * role lists, or else the entity. Most providers announce nothing.
 */
export function announcedAlgorithms(entity: Element, role: Element): string[] {
  const [first = []] = [role, entity]
    .map((element) =>
      childrenOf(element, metadataNs, 'Extensions')
        .flatMap((extensions) => childrenOf(extensions, algorithmsNs, 'SigningMethod'))
        .flatMap(algorithmOf),
    )
    .filter((list) => list.length > 0);
  return [...new Set(first)];
}

/** The algorithm of a signature as an XML Signature identifier; undefined if it names none. */
export const signatureAlgorithms = (signature: Element): string[] =>
  childrenOf(signature, signatureNs, 'SignedInfo')
    .flatMap((info) => childrenOf(info, signatureNs, 'SignatureMethod'))
    .flatMap(algorithmOf);

/** SHA-256 of a certificate, in base64url. */
export const thumbprint = ({ raw }: X509Certificate): string =>
  createHash('sha256').update(raw).digest('base64url');

/** The signature of the document itself; undefined where it has none. */
export const metadataSignatureOf = (root: Element): Element | undefined =>
  childrenOf(root, signatureNs, 'Signature')[0];

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
