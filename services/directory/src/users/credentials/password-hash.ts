import { passwordHashCosts } from '@platform/contracts';
import type { ImportedPasswordHashInput, PasswordHashInput } from '@platform/contracts';
import { isJsonObject } from '@platform/kit/formats';

/**
 * The verdict on a value under one format: that it has another format, or whether a login against
 * it is affordable.
 */
type Form = (value: string) => 'other' | 'affordable' | 'beyond';

const salt = '[A-Za-z0-9+/.]{1,342}={0,2}';
// At most 64 bytes: pbkdf2 repeats its work for every block.
const hash = '[A-Za-z0-9+/.]{1,86}={0,2}';
const maxSaltBytes = 64;

/** A pattern whose groups are numbers, each within its limits. */
const costs = (pattern: string, ...bounds: [low: number, high: number][]): Form => {
  const form = new RegExp(`^${pattern}$`);
  return (value) => {
    const found = form.exec(value);
    if (!found) return 'other';
    return bounds.every(
      ([low, high], i) => Number(found[i + 1]) >= low && Number(found[i + 1]) <= high,
    )
      ? 'affordable'
      : 'beyond';
  };
};

const argon2 = (variant: string): Form =>
  costs(
    `\\$${variant}(?:\\$v=(?:16|19))?\\$m=(\\d+),t=(\\d+),p=(\\d+)\\$${salt}\\$${hash}`,
    [8, 262_144],
    [1, 10],
    [1, 8],
  );

/** LDAP's: the scheme (RFC 2307), then base64 of the digest followed by the salt. */
const saltedDigest =
  (scheme: string, digestBytes: number): Form =>
  (value) => {
    const [, named = '', encoded = ''] =
      /^\{([A-Z0-9]+)\}([A-Za-z0-9+/]+={0,2})$/i.exec(value) ?? [];
    const saltBytes = Buffer.from(encoded, 'base64').length - digestBytes;
    return named.toUpperCase() === scheme && saltBytes >= 1 && saltBytes <= maxSaltBytes
      ? 'affordable'
      : 'other';
  };

const forms: Record<PasswordHashInput['algorithm'], readonly Form[]> = {
  argon2id: [argon2('argon2id')],
  argon2i: [argon2('argon2i')],
  bcrypt: [costs('\\$2[aby]\\$(\\d\\d)\\$[./A-Za-z0-9]{53}', [4, 15])],
  pbkdf2: [
    costs(
      `\\$pbkdf2(?:-sha(?:1|256|512))?\\$(?:i=)?(\\d+)(?:,l=\\d{1,2})?\\$${salt}\\$${hash}`,
      [1, 2_000_000],
    ),
    // Django's, whose salt is text.
    costs(`pbkdf2_sha(?:1|256|512)\\$(\\d+)\\$[^$]{1,256}\\$${hash}`, [1, 2_000_000]),
  ],
  scrypt: [
    costs(`\\$scrypt\\$ln=(\\d+),r=(\\d+),p=(\\d+)\\$${salt}\\$${hash}`, [1, 17], [1, 16], [1, 4]),
  ],
  ssha: [saltedDigest('SSHA', 20)],
  ssha256: [saltedDigest('SSHA256', 32)],
  ssha512: [saltedDigest('SSHA512', 64)],
};

/**
 * Whether a hash has a known format, and a login against it is affordable. A hostile hash must not
 * exhaust the login server.
 */
export function passwordHashVerdict(
  given: ImportedPasswordHashInput,
): 'affordable' | 'beyond' | 'other' {
  // In Keycloak's and Firebase's format, and for plain digests, the schema limits each part.
  if (given.salt !== undefined || isWeakHash(given)) return 'affordable';
  const verdicts = forms[given.algorithm].map((form) => form(given.value));
  if (verdicts.includes('affordable')) return 'affordable';
  return verdicts.includes('beyond') ? 'beyond' : 'other';
}

/** Whether a hash, as a source wrote it, has a cost parameter above the limit for logins. */
export const hasCostBeyondBounds = (given: unknown): boolean =>
  isJsonObject(given) &&
  Object.entries(passwordHashCosts).some(([name, most]) => {
    const cost = Object.hasOwn(given, name) ? given[name] : undefined;
    return typeof cost === 'number' && cost > most;
  });

/** Whether the password behind a hash can be found quickly. */
export const isWeakHash = (
  given: ImportedPasswordHashInput,
): given is Exclude<ImportedPasswordHashInput, PasswordHashInput> => !(given.algorithm in forms);

/** Why a hash is not imported; undefined if it is. */
export function passwordHashFault(given: ImportedPasswordHashInput): string | undefined {
  const verdict = passwordHashVerdict(given);
  if (verdict === 'affordable') return undefined;
  return verdict === 'beyond'
    ? 'has cost parameters outside the allowed range'
    : `is not a ${given.algorithm} hash in a supported format`;
}
