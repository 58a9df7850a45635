import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { writeAtomically } from '@platform/command-line/file-write';

/** The certificate of a TLS server on this machine, and its authority. PEM. */
export interface LocalCertificates {
  key: string;
  cert: string;
  /** File with the certificate authority's own certificate, which clients trust. */
  caFile: string;
}

interface Authority {
  certificate: x509.X509Certificate;
  key: webcrypto.CryptoKey;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 86_400_000;
const authorityDays = 3_650;
const serverDays = 90;

const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

const serialNumber = (): string => `01${randomBytes(15).toString('hex')}`;

const validity = (days: number) => ({
  // The clocks of containers and virtual machines differ.
  notBefore: new Date(Date.now() - dayMs),
  notAfter: new Date(Date.now() + days * dayMs),
});

const pemOf = async (key: webcrypto.CryptoKey): Promise<string> =>
  x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');

async function makeAuthority(certificateFile: string, keyFile: string): Promise<Authority> {
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: 'CN=Tenant platform on this machine',
    ...validity(authorityDays),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  writeAtomically(keyFile, await pemOf(keys.privateKey));
  writeAtomically(certificateFile, certificate.toString('pem'), 0o644);
  return { certificate, key: keys.privateKey };
}

async function openAuthority(certificateFile: string, keyFile: string): Promise<Authority> {
  if (!existsSync(certificateFile) || !existsSync(keyFile))
    return makeAuthority(certificateFile, keyFile);
  const pkcs8 = x509.PemConverter.decodeFirst(readFileSync(keyFile, 'utf8'));
  return {
    certificate: new x509.X509Certificate(readFileSync(certificateFile, 'utf8')),
    key: await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']),
  };
}

/**
 * A certificate for `names` by an authority that is created once and kept in `folder`, so that it has to be trusted only once. The
 * certificate is new at each start.
 */
export async function localCertificates(
  folder: string,
  names: readonly string[],
): Promise<LocalCertificates> {
  x509.cryptoProvider.set(webcrypto as never);
  const caFile = join(folder, 'ca.pem');
  const authority = await openAuthority(caFile, join(folder, 'ca.key'));
  const keys = await newKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: `CN=${names[0]}`,
    issuer: authority.certificate.subject,
    ...validity(serverDays),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: authority.key,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: /^[\d.]+$/.test(value) ? 'ip' : 'dns', value })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(authority.certificate),
    ],
  });
  return { key: await pemOf(keys.privateKey), cert: certificate.toString('pem'), caFile };
}
