import { z } from 'zod';
import { text } from '../common/text.ts';

const base64 = (maxBytes: number) =>
  z
    .string()
    .max(Math.ceil(maxBytes / 3) * 4)
    .regex(/^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2}(?:==)?|[A-Za-z0-9+/_-]{3}=?)?$/, {
      error: 'must be base64',
    });
const some = (maxBytes: number) => base64(maxBytes).min(2, { error: 'must not be empty' });

/** Upper limits of hash parameters that are separate properties. */
export const passwordHashCosts = { iterations: 2_000_000, rounds: 16, memoryCost: 17 } as const;

const upTo = (most: number) =>
  z
    .int()
    .min(1)
    .max(most, { error: `must be at most ${most}, which limits the cost of a sign-in` });
const mostHash = 64;
const mostSalt = 256;

/** Algorithms whose hashes are one string. */
export const passwordHashAlgorithms = [
  'argon2id',
  'argon2i',
  'bcrypt',
  'pbkdf2',
  'scrypt',
  'ssha',
  'ssha256',
  'ssha512',
] as const;

const EncodedHash = z
  .strictObject({
    algorithm: z.enum(passwordHashAlgorithms, {
      error: `must be one of ${passwordHashAlgorithms.join(', ')}; weaker hashes can only be imported by a migration`,
    }),
    value: z
      .string()
      .min(1)
      .max(1024)
      .regex(/^[\x21-\x7e]*$/, { error: 'must be visible ASCII characters' })
      .describe(
        "The hash in the format in which it was stored: the PHC string format, the modular crypt format for bcrypt, Django's format for pbkdf2, or LDAP's `{SSHA}` with base64 for ssha….",
      ),
    salt: z.never({ error: 'must be omitted because the value already contains it' }).optional(),
  })
  .describe('A hash encoded as a single string.');

const KeycloakHash = z
  .strictObject({
    algorithm: z.literal('pbkdf2'),
    value: some(mostHash).describe("`value` from Keycloak's secretData."),
    salt: some(mostSalt).describe("`salt` from Keycloak's secretData."),
    digest: z
      .enum(['sha1', 'sha256', 'sha512'])
      .describe("`algorithm` from Keycloak's credentialData, without `pbkdf2-`."),
    iterations: upTo(passwordHashCosts.iterations).describe(
      "`hashIterations` from Keycloak's credentialData.",
    ),
  })
  .describe("A hash in Keycloak's format.");

const FirebaseHash = z
  .strictObject({
    algorithm: z.literal('scrypt'),
    value: some(mostHash).describe('`passwordHash` of the Firebase account.'),
    salt: some(mostSalt).describe('`salt` of the Firebase account.'),
    signerKey: some(mostSalt).describe('`base64_signer_key` of the Firebase project.'),
    saltSeparator: base64(mostSalt).describe('`base64_salt_separator` of the Firebase project.'),
    rounds: upTo(passwordHashCosts.rounds).describe('`rounds` of the Firebase project.'),
    memoryCost: upTo(passwordHashCosts.memoryCost).describe('`mem_cost` of the Firebase project.'),
  })
  .describe("A hash in Firebase's format, with the parameters of its project.");

/** A password hash from another system. Formats of single strings are checked on import. */
// Ordered by number of members: if a value misses several forms equally, the first is reported, and
// the caller probably meant that one.
export const PasswordHash = z
  .union([FirebaseHash, KeycloakHash, EncodedHash])
  .meta({ id: 'PasswordHash' });

/**
 * A fast digest, which is easy to guess. Accepted only from a migration that allows it, and
 * replaced at the first sign-in.
 */
export const WeakPasswordHash = z
  .strictObject({
    algorithm: z.enum(['md5', 'sha1', 'sha256', 'sha512']),
    value: z.string().regex(/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/, {
      error: 'must be the digest in lower-case hexadecimal digits',
    }),
    salt: z.string().max(mostSalt).optional().describe('The salt as text.'),
    saltPosition: z.enum(['before', 'after']).default('before'),
  })
  .describe('A plain digest of the salt and the password.')
  .meta({ id: 'WeakPasswordHash' });

/** A hash that an import accepts. */
export const ImportedPasswordHash = z.union([...PasswordHash.options, WeakPasswordHash]);

export type ImportedPasswordHashInput = z.output<typeof ImportedPasswordHash>;

/** The initial credential of a new user; write-only. */
export const Credential = z.union([
  z.strictObject({ password: text({ max: 128 }), mustChange: z.boolean().default(false) }),
  z.strictObject({ passwordHash: PasswordHash, mustChange: z.boolean().default(false) }),
]);

export type PasswordHashInput = z.output<typeof PasswordHash>;
export type CredentialInput = z.output<typeof Credential>;
