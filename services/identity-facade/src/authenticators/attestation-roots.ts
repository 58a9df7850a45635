import { readFileSync } from 'node:fs';
import {
  convertCertBufferToPEM,
  decodeAttestationObject,
  validateCertificatePath,
} from '@simplewebauthn/server/helpers';

/** Formats whose certificates the library checks against roots of its own, and which a software key cannot have. */
const rootedFormats: readonly string[] = ['apple', 'android-key'];

/** A key as it was registered, its attestation verified. */
export interface AttestedKey {
  fmt: string;
  attestationObject: Uint8Array;
}

/** Does the attestation of a key prove that it is hardware of a maker whom the operator trusts? */
export type ProvesHardware = (key: AttestedKey) => Promise<boolean>;

/** The certificates of a statement, the key's own first; none where it attests itself (WebAuthn Level 3 §8.2). */
function certificatesOf({ attestationObject }: AttestedKey): string[] {
  const object = decodeAttestationObject(new Uint8Array(attestationObject));
  return (object.get('attStmt').get('x5c') ?? []).map((one) => convertCertBufferToPEM(one));
}

/** Root certificates in a PEM file. @throws for a file that cannot be read, or holds none */
export function readRoots(path: string): string[] {
  const roots =
    readFileSync(path, 'utf8').match(
      /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g,
    ) ?? [];
  if (roots.length === 0) throw new Error(`${path} contains no certificate`);
  return roots;
}

/** See {@link ProvesHardware}. A key of another maker is still a key: it merely does not count as hardware. */
export const hardwareProof =
  (roots: readonly string[]): ProvesHardware =>
  async (key) => {
    if (rootedFormats.includes(key.fmt)) return true;
    const certificates = roots.length > 0 ? certificatesOf(key) : [];
    if (certificates.length === 0) return false;
    // The library's last certificate may be the root itself, which makers leave out or send along.
    return validateCertificatePath(certificates, [...roots]).catch(() => false);
  };
