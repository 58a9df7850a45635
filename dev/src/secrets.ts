import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeAtomically } from '@platform/command-line/file-write';

export interface Secrets {
  encryptionKeyId: string;
  /** 32 bytes in base64. */
  encryptionKey: string;
  demoClientSecret: string;
  /** 32 bytes in base64. */
  subjectHashKey: string;
  /** Bearer of access requests between services. */
  accessRequestToken: string;
  /** Bearer of security events, between the hub and the identity service. */
  securityEventsBearer: string;
  /** Of the demo person of every tenant. */
  demoPersonPassword: string;
}

/** The secrets of this platform, created once and kept beside its data. */
export const openSecrets = (file: string): Secrets => {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  const secrets: Secrets = {
    encryptionKeyId: 'k1',
    encryptionKey: randomBytes(32).toString('base64'),
    demoClientSecret: randomBytes(32).toString('base64url'),
    subjectHashKey: randomBytes(32).toString('base64'),
    accessRequestToken: randomBytes(32).toString('base64url'),
    securityEventsBearer: randomBytes(32).toString('base64url'),
    demoPersonPassword: randomBytes(12).toString('base64url'),
    ...kept,
  };
  // Data of an earlier version lacks secrets that were added later.
  if (Object.keys(kept).length < Object.keys(secrets).length)
    writeAtomically(file, JSON.stringify(secrets));
  return secrets;
};
