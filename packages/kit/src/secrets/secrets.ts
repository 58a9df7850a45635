import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { SecretFault } from './secret-fault.ts';
import type { SecretKeys } from './secret-keys.ts';

export { SecretFault } from './secret-fault.ts';
export type { SecretFaultReason } from './secret-fault.ts';
export { parseKeys } from './secret-keys.ts';
export type { SecretKeys } from './secret-keys.ts';

/**
 * Location of a sealed value. Both members are authenticated: a value copied to another tenant or
 * field cannot be opened.
 */
export interface SealContext {
  tenantId: string;
  /** Table, row and column, or any other stable name: `webhook_secrets/whs_…`. */
  field: string;
}

/** Seals and opens credentials that must be used again in plain text, and derives keys for MACs. */
export interface SecretBox {
  /** The key that new values are sealed with. */
  readonly activeKeyId: string;
  /** All known keys, the active one first. */
  readonly keyIds: readonly string[];
  /**
   * Seals with the active key: `v1.{keyId}.{iv}.{ciphertext}.{tag}`, the last three in base64url.
   * Values kept for longer than a day must be in a column that `resealing` covers.
   */
  seal(plain: string, context: SealContext): string;
  /**
   * Returns the plain text. Throws {@link SecretFault}: `malformed`, `key_unknown` or
   * `not_authentic`.
   */
  open(sealed: string, context: SealContext): string;
  /**
   * Derives 32 bytes by HKDF-SHA256 (RFC 5869) from the active key. Use one label per purpose.
   * Changes with the active key.
   */
  deriveKey(label: string): Buffer;
  /**
   * Derives the same from every known key, the active one first: sign with the first, and accept
   * all while keys rotate.
   */
  deriveKeys(label: string): [Buffer, ...Buffer[]];
}

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Creates a box with AES-256-GCM (NIST SP 800-38D) and a new 96-bit IV per value. Tenant, field,
 * key id and version are associated data.
 * @param keys as `parseKeys` returns them; values under old ids remain readable
 * @param random returns bytes from a CSPRNG
 */
export const secretBox = (
  { keys, activeKeyId }: SecretKeys,
  random: (bytes: number) => Buffer = randomBytes,
): SecretBox => {
  const keyOf = (keyId: string): Buffer => {
    const key = keys.get(keyId);
    if (key === undefined)
      throw new SecretFault(
        'key_unknown',
        `no key with id "${keyId}" under platform.secrets.encryption.keys`,
      );
    return key;
  };
  const active = keyOf(activeKeyId);
  // AES-GCM uses the key directly; the salt separates keys derived from it.
  const derive = (key: Buffer, label: string): Buffer =>
    Buffer.from(hkdfSync('sha256', key, 'platform.secrets.derive.v1', label, 32));

  return {
    activeKeyId,
    keyIds: [activeKeyId, ...[...keys.keys()].filter((id) => id !== activeKeyId)],
    seal(plain, context) {
      const iv = random(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', active, iv).setAAD(
        associatedData(activeKeyId, context),
      );
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [
        version,
        activeKeyId,
        ...[iv, text, cipher.getAuthTag()].map((part) => part.toString('base64url')),
      ].join('.');
    },
    open(sealed, context) {
      const { keyId, iv, text, tag } = parse(sealed);
      const decipher = createDecipheriv('aes-256-gcm', keyOf(keyId), iv, {
        authTagLength: tagBytes,
      })
        .setAAD(associatedData(keyId, context))
        .setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch {
        throw new SecretFault(
          'not_authentic',
          `the value encrypted with key "${keyId}" for ${context.field} cannot be decrypted: it was altered or copied from another tenant or field, or the key was replaced under the same id`,
        );
      }
    },
    deriveKey: (label) => derive(active, label),
    deriveKeys: (label) => [
      derive(active, label),
      ...[...keys].filter(([id]) => id !== activeKeyId).map(([, key]) => derive(key, label)),
    ],
  };
};

const associatedData = (keyId: string, { tenantId, field }: SealContext): Buffer =>
  Buffer.from(JSON.stringify([version, keyId, tenantId, field]), 'utf8');

const parse = (sealed: string): { keyId: string; iv: Buffer; text: Buffer; tag: Buffer } => {
  const parts = sealed.split('.');
  const [form, keyId, ...encoded] = parts;
  const [iv, text, tag] = encoded.map((part) => Buffer.from(part, 'base64url'));
  const isCanonical = [iv, text, tag].every(
    (bytes, i) => bytes?.toString('base64url') === encoded[i],
  );
  if (
    parts.length !== 5 ||
    form !== version ||
    !keyId ||
    !isCanonical ||
    iv?.length !== ivBytes ||
    tag?.length !== tagBytes ||
    !text
  ) {
    throw new SecretFault(
      'malformed',
      `not an encrypted value of the form ${version}.{keyId}.{iv}.{ciphertext}.{tag}`,
    );
  }
  return { keyId, iv, text, tag };
};
