import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 86_400_000;

const validity = () => ({
  notBefore: new Date(Date.now() - dayMs),
  notAfter: new Date(Date.now() + dayMs),
});
const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

/** A manufacturer of security keys. */
export interface Maker {
  /** Root certificate, in PEM. */
  root: string;
  /** A certificate for a batch of keys, in DER, and the signer of their attestations (RFC 8809, WebAuthn §8.2.1). */
  batch(): Promise<{ certificate: Buffer; sign: (data: Buffer) => Promise<Buffer> }>;
}

/** Converts an ECDSA signature of the Web Crypto API, two concatenated numbers, to DER. */
function derSignature(raw: Buffer): Buffer {
  const integer = (bytes: Buffer): Buffer => {
    const start = bytes.findIndex((byte) => byte !== 0);
    const trimmed = start < 0 ? Buffer.from([0]) : bytes.subarray(start);
    const positive = trimmed[0]! > 127 ? Buffer.concat([Buffer.from([0]), trimmed]) : trimmed;
    return Buffer.concat([Buffer.from([2, positive.length]), positive]);
  };
  const body = Buffer.concat([integer(raw.subarray(0, 32)), integer(raw.subarray(32))]);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}

/** Creates a manufacturer. */
export async function keyMaker(name: string): Promise<Maker> {
  const keys = await newKeys();
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${name} root`,
    ...validity(),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  });
  return {
    root: root.toString('pem'),
    async batch() {
      const batch = await newKeys();
      const certificate = await x509.X509CertificateGenerator.create({
        serialNumber: '02',
        subject: `C=CH, O=${name}, OU=Authenticator Attestation, CN=${name} key`,
        issuer: root.subject,
        ...validity(),
        signingAlgorithm: algorithm,
        publicKey: batch.publicKey,
        signingKey: keys.privateKey,
        extensions: [new x509.BasicConstraintsExtension(false, undefined, true)],
      });
      return {
        certificate: Buffer.from(certificate.rawData),
        async sign(data) {
          const raw = await webcrypto.subtle.sign(algorithm, batch.privateKey, data);
          return derSignature(Buffer.from(raw));
        },
      };
    },
  };
}
