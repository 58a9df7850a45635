import { readFileSync } from 'node:fs';

// Loaded with the first attestation, like the rest of the library.
const library = () => import('@simplewebauthn/server/helpers');

/** Formats whose certificates the library verifies against its own roots, and which a software key cannot produce. */
const rootedFormats: readonly string[] = ['apple', 'android-key'];

/** A registered key whose attestation is verified. */
export interface AttestedKey {
  fmt: string;
  attestationObject: Uint8Array;
}

/** Whether the attestation proves that the key is hardware of a manufacturer that the operator trusts. */
export type ProvesHardware = (key: AttestedKey) => Promise<boolean>;

/** The certificates of a statement, leaf first; empty for self attestation (WebAuthn Level 3 §8.2). */
async function certificatesOf({ attestationObject }: AttestedKey): Promise<string[]> {
  const { convertCertBufferToPEM, decodeAttestationObject } = await library();
  const object = decodeAttestationObject(new Uint8Array(attestationObject));
  return (object.get('attStmt').get('x5c') ?? []).map((one) => convertCertBufferToPEM(one));
}

/** Reads root certificates from a PEM file. @throws if the file cannot be read or contains no certificate */
export function readRoots(path: string): string[] {
  const roots =
    readFileSync(path, 'utf8').match(
      /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g,
    ) ?? [];
  if (roots.length === 0) throw new Error(`${path} contains no certificate`);
  return roots;
}

/** See {@link ProvesHardware}. A key of another manufacturer is accepted, but does not count as hardware. */
export const hardwareProof =
  (roots: readonly string[]): ProvesHardware =>
  async (key) => {
    if (rootedFormats.includes(key.fmt)) return true;
    const certificates = roots.length > 0 ? await certificatesOf(key) : [];
    if (certificates.length === 0) return false;
    const { validateCertificatePath } = await library();
    // The last certificate may be the root itself: manufacturers may omit or include it.
    return validateCertificatePath(certificates, [...roots]).catch(() => false);
  };
