import type { X509Certificate } from 'node:crypto';
import {
  announcedAlgorithms,
  entityOf,
  idpRoleOf,
  parsedMetadata,
  signingCertificates,
  ssoBindings,
} from '@platform/relying-party';
import type { Element } from '@xmldom/xmldom';
import { SourceFault } from '../sync/sources/source-fault.ts';
import { callSource } from '../sync/sources/source-http.ts';
import type { SourceCalls } from '../sync/sources/source-http.ts';
import type { Diagnosis, DiagnosisStep, StepFinding } from './diagnosis.ts';
import {
  isIntact,
  metadataSignatureOf,
  signatureAlgorithms,
  thumbprint,
} from './metadata-signature.ts';

export interface SamlTarget {
  calls: SourceCalls;
  metadataUrl?: string | undefined;
  metadataXml?: string | undefined;
  entityId?: string | undefined;
  clock: () => number;
}

const minRsaBits = 2048;
const soonMs = 30 * 86_400_000;

function checkedCertificates(certificates: readonly X509Certificate[], now: number): StepFinding {
  const valid = certificates.filter(({ validTo }) => Date.parse(validTo) > now);
  const strong = valid.filter(
    ({ publicKey }) => (publicKey.asymmetricKeyDetails?.modulusLength ?? minRsaBits) >= minRsaBits,
  );
  if (valid.length === 0)
    throw new SourceFault('certificate_expired', 'Every signing certificate has expired.');
  if (strong.length === 0)
    throw new SourceFault('key_too_weak', `The signing keys have fewer than ${minRsaBits} bits.`);
  if (strong.every(({ validTo }) => Date.parse(validTo) < now + soonMs))
    return {
      warning: {
        code: 'certificate_expiring',
        detail: 'The signing certificates expire within 30 days.',
      },
    };
  return {};
}

function checkedValidity(root: Element, entity: Element, now: number): StepFinding {
  const until = [root, entity].flatMap((element) => element.getAttribute('validUntil') ?? []);
  if (until.length === 0) return { isSkipped: true };
  if (until.some((time) => !(Date.parse(time) > now)))
    throw new SourceFault('metadata_expired', 'The metadata is no longer valid.');
  return { evidence: { validUntil: until.toSorted()[0] } };
}

/** Tests a SAML identity provider by its metadata. */
export function samlDiagnosis(target: SamlTarget): Diagnosis {
  const { calls, metadataUrl, clock } = target;
  const summary: Record<string, unknown> = {};
  const algorithms = new Set<string>();
  const noteAlgorithms = (found: readonly string[]): void => {
    for (const algorithm of found) algorithms.add(algorithm);
    summary['algorithms'] = [...algorithms];
  };
  let xml = target.metadataXml ?? '';
  let root: Element;
  let entity: Element;
  let role: Element;

  const steps: DiagnosisStep[] = [
    {
      name: 'metadata',
      run: async (signal) => {
        if (metadataUrl === undefined) return;
        const headers = { accept: 'application/samlmetadata+xml, application/xml, text/xml' };
        const answer = await callSource(calls, { url: metadataUrl, headers, signal });
        if (answer.status !== 200)
          throw new SourceFault(
            'unexpected_status',
            `The host responded with status ${answer.status}.`,
          );
        xml = answer.text;
      },
    },
    {
      name: 'xml',
      run: async () => {
        root = parsedMetadata(xml);
      },
    },
    {
      name: 'entity_id',
      run: async () => {
        entity = entityOf(root, target.entityId);
        summary['entityId'] = entity.getAttribute('entityID');
      },
    },
    {
      name: 'idp_role',
      run: async () => {
        role = idpRoleOf(entity);
      },
    },
    {
      name: 'sso_bindings',
      run: async () => {
        summary['endpoints'] = ssoBindings(role);
      },
    },
    {
      name: 'certificates',
      run: async () => {
        const certificates = signingCertificates(role);
        noteAlgorithms(announcedAlgorithms(entity, role));
        summary['keys'] = certificates.map((certificate) => ({
          kid: null,
          alg: certificate.publicKey.asymmetricKeyType ?? null,
          use: 'sig',
          notAfter: new Date(certificate.validTo).toISOString(),
          thumbprint: thumbprint(certificate),
        }));
        const source = metadataUrl === undefined ? { metadataXml: xml } : { metadataUrl };
        const config = { ...source, entityId: summary['entityId'] };
        summary['suggestedConfig'] = { kind: 'saml', config };
        return checkedCertificates(certificates, clock());
      },
    },
    {
      name: 'metadata_signature',
      run: async () => {
        const signature = metadataSignatureOf(root);
        if (!signature) return { isSkipped: true };
        if (isIntact(xml, root, signature)) {
          noteAlgorithms(signatureAlgorithms(signature));
          return {};
        }
        throw new SourceFault('signature_invalid', 'The signature of the metadata is not valid.');
      },
    },
    { name: 'valid_until', run: async () => checkedValidity(root, entity, clock()) },
  ];
  return { kind: 'saml', steps, summary: () => summary };
}
