import { checks, property } from '../configuration/property.ts';

/** Properties of passwords, passkeys and other credentials. */
export const credentialProperties = {
  'platform.idp-facade.password.algorithm': property(
    'Mode',
    'argon2id',
    'Algorithm that hashes new passwords. scrypt uses the parameters N=2^17, r=8, p=1.',
    { values: ['argon2id', 'scrypt'] },
  ),
  'platform.idp-facade.password.min-length': property(
    'Int',
    '8',
    'Minimum length of a password that is used together with a second factor.',
    { check: checks.between(8, 256) },
  ),
  'platform.idp-facade.password.single-factor-min-length': property(
    'Int',
    '15',
    'Minimum length of a password that is the only factor of a sign-in.',
    { check: checks.between(8, 256) },
  ),
  'platform.idp-facade.password.min-score': property(
    'Int',
    '3',
    'Minimum score of a new password by zxcvbn, from 0 to 4. 3 means that more than 10^8 guesses are needed, or fewer for a short random password. 0 turns the estimate off.',
    { check: checks.between(0, 4) },
  ),
  'platform.idp-facade.password.breached-range-url': property(
    'String',
    '',
    'Base URL of a range service for breached passwords, such as `https://api.pwnedpasswords.com/range/`. New passwords are looked up by the first five characters of their SHA-1 hash. If empty, only the built-in list of the 100,000 most common passwords is used.',
    { check: checks.url },
  ),
  'platform.idp-facade.password.argon2-memory-kib': property(
    'Int',
    '19456',
    'Memory of one Argon2id hash, in KiB.',
    { check: checks.between(7_168, 1_048_576) },
  ),
  'platform.idp-facade.password.argon2-time': property(
    'Int',
    '2',
    'Number of passes of one Argon2id hash. Passes times memory must be at least five passes of 7168 KiB.',
    { check: checks.between(1, 100) },
  ),
  'platform.idp-facade.password.argon2-parallelism': property(
    'Int',
    '1',
    'Parallelism of one Argon2id hash.',
    { check: checks.between(1, 16) },
  ),
  'platform.idp-facade.passkeys.attestation-roots': property(
    'String',
    '',
    'PEM file with the root certificates of security keys and passkeys that are considered hardware-bound (AAL3). If empty, only those attested by Apple and Android are.',
  ),
  'platform.idp-facade.password.max-concurrent': property(
    'Int',
    '0',
    'Maximum number of hashes that one process computes concurrently. Up to 100 more can wait. 0 means twice the number of cores.',
    { check: checks.notNegative },
  ),
};
