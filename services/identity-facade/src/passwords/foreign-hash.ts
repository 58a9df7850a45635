import { createCipheriv, createHash, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verify as verifyArgon2 } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import type { ImportedPasswordHashInput, PasswordHashInput } from '@platform/contracts';
import { scryptKey, verifyByScrypt } from './scrypt.ts';

type KeycloakHash = Extract<PasswordHashInput, { digest: string }>;
type FirebaseHash = Extract<PasswordHashInput, { signerKey: string }>;

const derive = promisify(pbkdf2);
const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Decodes base64 (RFC 4648), or passlib's variant with `.` for `+` and no padding. */
const decoded = (text: string): Buffer => Buffer.from(text.replaceAll('.', '+'), 'base64');

interface Pbkdf2 {
  digest: string;
  iterations: number;
  salt: Buffer;
  key: Buffer;
}

async function verifyPbkdf2({ digest, iterations, salt, key }: Pbkdf2, password: string) {
  if (key.length === 0) return false;
  return isEqual(await derive(password, salt, iterations, key.length, digest), key);
}

function pbkdf2Parts(value: string): Pbkdf2 | undefined {
  const django = /^pbkdf2_(sha\d+)\$(\d+)\$([^$]+)\$(.+)$/.exec(value);
  if (django) {
    const [, digest = '', iterations, salt = '', key = ''] = django;
    return { digest, iterations: Number(iterations), salt: Buffer.from(salt), key: decoded(key) };
  }
  const phc = /^\$pbkdf2(?:-(sha\d+))?\$(?:i=)?(\d+)(?:,l=\d+)?\$([^$]+)\$(.+)$/.exec(value);
  if (!phc) return undefined;
  // The modular format without a digest is passlib's pbkdf2-sha1.
  const [, digest = 'sha1', iterations, salt = '', key = ''] = phc;
  return { digest, iterations: Number(iterations), salt: decoded(salt), key: decoded(key) };
}

const keycloakParts = ({ digest, iterations, salt, value }: KeycloakHash): Pbkdf2 => ({
  digest,
  iterations,
  salt: Buffer.from(salt, 'base64'),
  key: Buffer.from(value, 'base64'),
});

/** Firebase encrypts the project's signer key with a key that scrypt derives from the password. */
async function verifyFirebase(given: FirebaseHash, password: string): Promise<boolean> {
  const [salt, separator, signerKey, expected] = [
    given.salt,
    given.saltSeparator,
    given.signerKey,
    given.value,
  ].map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer, Buffer, Buffer];
  const cost = { ln: given.memoryCost, r: given.rounds, p: 1 };
  const key = await scryptKey(password, Buffer.concat([salt, separator]), cost, 64);
  const cipher = createCipheriv('aes-256-ctr', key.subarray(0, 32), Buffer.alloc(16));
  return isEqual(Buffer.concat([cipher.update(signerKey), cipher.final()]), expected);
}

/** LDAP's `{SSHA…}`: a digest of password and salt, followed by the salt. */
function verifySalted(value: string, digest: string, password: string): boolean {
  const bytes = Buffer.from(value.slice(value.indexOf('}') + 1), 'base64');
  const length = createHash(digest).digest().length;
  const hash = createHash(digest).update(password).update(bytes.subarray(length)).digest();
  return isEqual(hash, bytes.subarray(0, length));
}

type WeakHash = Exclude<ImportedPasswordHashInput, PasswordHashInput>;
const weakDigests: readonly string[] = ['md5', 'sha1', 'sha256', 'sha512'];
const isWeak = (given: ImportedPasswordHashInput): given is WeakHash =>
  weakDigests.includes(given.algorithm);

/** A plain digest of salt and password, in hexadecimal. */
function verifyDigest({ algorithm, value, salt = '', saltPosition }: WeakHash, password: string) {
  const text = saltPosition === 'after' ? password + salt : salt + password;
  return isEqual(createHash(algorithm).update(text).digest(), Buffer.from(value, 'hex'));
}

const saltedDigests: Partial<Record<PasswordHashInput['algorithm'], string>> = {
  ssha: 'sha1',
  ssha256: 'sha256',
  ssha512: 'sha512',
};

/** Verifies a password against the hash of another system, which hashed it without normalization. */
export async function verifyForeignHash(
  given: ImportedPasswordHashInput,
  password: string,
): Promise<boolean> {
  if (isWeak(given)) return verifyDigest(given, password);
  if ('signerKey' in given) return verifyFirebase(given, password);
  if ('digest' in given) return verifyPbkdf2(keycloakParts(given), password);
  const { algorithm, value } = given;
  const digest = saltedDigests[algorithm];
  if (digest !== undefined) return verifySalted(value, digest, password);
  if (algorithm === 'bcrypt') return verifyBcrypt(password, value.replace(/^\$2y\$/, '$2b$'));
  if (algorithm === 'pbkdf2') {
    const parts = pbkdf2Parts(value);
    return parts !== undefined && verifyPbkdf2(parts, password);
  }
  if (algorithm === 'scrypt') return verifyByScrypt(value.replaceAll('.', '+'), password);
  return verifyArgon2(value, password);
}
