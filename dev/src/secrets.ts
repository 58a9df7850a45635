import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeAtomically } from './file-write.ts';

export interface Secrets {
  encryptionKeyId: string;
  /** 32 bytes in base64. */
  encryptionKey: string;
  demoClientSecret: string;
}

/** The secrets of this platform, made once and kept beside its data. */
export const openSecrets = (file: string): Secrets => {
  if (!existsSync(file)) {
    const made: Secrets = {
      encryptionKeyId: 'k1',
      encryptionKey: randomBytes(32).toString('base64'),
      demoClientSecret: randomBytes(32).toString('base64url'),
    };
    writeAtomically(file, JSON.stringify(made));
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
};
