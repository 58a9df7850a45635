import { X509Certificate } from 'node:crypto';
import { DOMParser, MIME_TYPE } from '@xmldom/xmldom';
import type { Document, Element } from '@xmldom/xmldom';

/** Why a document cannot be used as the metadata of an identity provider. `code` and `message` are shown to tenants. */
export class SamlMetadataFault extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'SamlMetadataFault';
    this.code = code;
  }
}

const maxBytes = 512 * 1024;
const metadataNs = 'urn:oasis:names:tc:SAML:2.0:metadata';
/** Namespace of XML Signature. */
export const signatureNs = 'http://www.w3.org/2000/09/xmldsig#';
const algorithmsNs = 'urn:oasis:names:tc:SAML:metadata:algsupport';
const saml2 = 'urn:oasis:names:tc:SAML:2.0:protocol';

/** Parses metadata. Document types are refused before anything of them is read (XXE, entity bombs). @throws SamlMetadataFault */
export function parsedMetadata(xml: string): Element {
  if (Buffer.byteLength(xml) > maxBytes)
    throw new SamlMetadataFault('metadata_too_large', 'The metadata is longer than 512 KiB.');
  if (/<!DOCTYPE|<!ENTITY/i.test(xml))
    throw new SamlMetadataFault('doctype_not_allowed', 'The metadata has a document type.');
  let document: Document;
  try {
    const onError = (_level: string, message: string): void => {
      throw new Error(message);
    };
    document = new DOMParser({ onError }).parseFromString(xml, MIME_TYPE.XML_APPLICATION);
  } catch (cause) {
    throw new SamlMetadataFault('xml_invalid', 'The metadata is not well-formed XML.', { cause });
  }
  const root = document.documentElement;
  if (root?.namespaceURI !== metadataNs)
    throw new SamlMetadataFault('metadata_invalid', 'The document is not SAML 2.0 metadata.');
  return root;
}

/** The direct children of an element with this name. */
export const childElements = (element: Element, ns: string, name: string): Element[] =>
  Array.from(element.childNodes).filter(
    (node): node is Element =>
      node.nodeType === 1 &&
      (node as Element).namespaceURI === ns &&
      (node as Element).localName === name,
  );

/** The entity that is meant: the only one, or that with the id. @throws SamlMetadataFault */
export function entityOf(root: Element, entityId: string | undefined): Element {
  const entities =
    root.localName === 'EntityDescriptor'
      ? [root]
      : Array.from(root.getElementsByTagNameNS(metadataNs, 'EntityDescriptor'));
  const meant = entities.filter(
    (entity) => entityId === undefined || entity.getAttribute('entityID') === entityId,
  );
  const [entity, other] = meant;
  if (entity === undefined)
    throw new SamlMetadataFault(
      'entity_not_found',
      'The metadata has no entity with this entityId.',
    );
  if (other !== undefined)
    throw new SamlMetadataFault(
      'entity_ambiguous',
      'The metadata has several entities; set entityId to select one.',
    );
  return entity;
}

/** The role of an identity provider. @throws SamlMetadataFault */
export function idpRoleOf(entity: Element): Element {
  const role = childElements(entity, metadataNs, 'IDPSSODescriptor').find((element) =>
    (element.getAttribute('protocolSupportEnumeration') ?? '').split(/\s+/).includes(saml2),
  );
  if (role) return role;
  throw new SamlMetadataFault(
    'idp_role_missing',
    'The entity is not a SAML 2.0 identity provider.',
  );
}

/** Locations of sign-ins by binding. @throws SamlMetadataFault if there is no https location for HTTP-Redirect, which sign-ins use */
export function ssoBindings(role: Element): Record<string, string> {
  const bindings: Record<string, string> = {};
  for (const service of childElements(role, metadataNs, 'SingleSignOnService')) {
    const name = /:bindings:(HTTP-Redirect|HTTP-POST)$/.exec(service.getAttribute('Binding') ?? '');
    const location = service.getAttribute('Location') ?? '';
    const isHttps = location.startsWith('https://') && URL.canParse(location);
    if (name?.[1] !== undefined && isHttps) bindings[name[1]] ??= location;
  }
  if (bindings['HTTP-Redirect'] !== undefined) return bindings;
  throw new SamlMetadataFault(
    'sso_binding_missing',
    'The identity provider has no https location for HTTP-Redirect.',
  );
}

/** The certificates that responses are signed with. @throws SamlMetadataFault if there is none, or one does not parse */
export function signingCertificates(role: Element): X509Certificate[] {
  const keys = childElements(role, metadataNs, 'KeyDescriptor').filter(
    (key) => (key.getAttribute('use') ?? 'signing') !== 'encryption',
  );
  const certificates = keys
    .flatMap((key) => Array.from(key.getElementsByTagNameNS(signatureNs, 'X509Certificate')))
    .map((element) => {
      try {
        return new X509Certificate(Buffer.from(element.textContent ?? '', 'base64'));
      } catch (cause) {
        throw new SamlMetadataFault('certificate_invalid', 'A certificate cannot be read.', {
          cause,
        });
      }
    });
  if (certificates.length > 0) return certificates;
  throw new SamlMetadataFault(
    'certificate_missing',
    'The identity provider has no signing certificate.',
  );
}

/** The algorithm that an element names; none if it names none. */
export const algorithmOf = (element: Element): string[] => {
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
      childElements(element, metadataNs, 'Extensions')
        .flatMap((extensions) => childElements(extensions, algorithmsNs, 'SigningMethod'))
        .flatMap(algorithmOf),
    )
    .filter((list) => list.length > 0);
  return [...new Set(first)];
}

/** What a sign-in needs of an identity provider's metadata (SAML Metadata §2.4.3). */
export interface SamlProvider {
  entityId: string;
  /** Takes requests by HTTP-Redirect. */
  ssoUrl: string;
  /** Base64 DER, of the keys that it signs with. */
  certificates: string[];
}

/** The identity provider with this entity id, as a connection test reads it too. @throws SamlMetadataFault */
export function samlProvider(xml: string, entityId: string): SamlProvider {
  const role = idpRoleOf(entityOf(parsedMetadata(xml), entityId));
  return {
    entityId,
    ssoUrl: ssoBindings(role)['HTTP-Redirect'] ?? '',
    certificates: signingCertificates(role).map(({ raw }) => raw.toString('base64')),
  };
}
