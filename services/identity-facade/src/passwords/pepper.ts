import { createHmac } from 'node:crypto';
import type { SecretBox } from '@platform/kit/secrets';

/** A key mixed into passwords, so that a stolen database alone is useless. */
export interface Pepper {
  id: string;
  /** HMAC-SHA-256 of the normalized password, in base64, since the hash library accepts only text. */
  mix(password: string): string;
}

/** The peppers of a process: one per encryption key. */
export interface Peppers {
  active: Pepper;
  byId(id: string): Pepper | undefined;
}

/** NFKC (NIST SP 800-63B-4 §3.1.1.2): the same characters typed on another keyboard are the same password. */
export const normalized = (password: string): string => password.normalize('NFKC');

/** Creates a pepper of this key. */
export const pepperOf = (id: string, key: Buffer): Pepper => ({
  id,
  mix: (password) => createHmac('sha256', key).update(normalized(password)).digest('base64'),
});

/** The keys of the peppers, one per encryption key; `deriveKeys` and `keyIds` have the same order. */
export function pepperKeys(
  secrets: Pick<SecretBox, 'deriveKeys' | 'keyIds'>,
): { id: string; key: Buffer }[] {
  const keys = secrets.deriveKeys('password pepper');
  return secrets.keyIds.map((id, i) => ({ id, key: keys[i]! }));
}

/** Derives a pepper from every encryption key. */
export function peppers(secrets: Pick<SecretBox, 'deriveKeys' | 'keyIds'>): Peppers {
  const all = pepperKeys(secrets).map(({ id, key }) => pepperOf(id, key));
  return { active: all[0]!, byId: (id) => all.find((pepper) => pepper.id === id) };
}
