import { checks, property } from '../configuration/property.ts';

/** Properties of passwords, passkeys and the other credentials. */
export const credentialProperties = {
  'platform.idp-facade.password.algorithm': property(
    'Mode',
    'argon2id',
    'How new passwords are hashed. scrypt has the parameters N=2^17, r=8, p=1.',
    { values: ['argon2id', 'scrypt'] },
  ),
  'platform.idp-facade.password.min-length': property(
    'Int',
    '8',
    'Fewest characters of a password that is used with a second factor.',
    { check: checks.between(8, 256) },
  ),
  'platform.idp-facade.password.single-factor-min-length': property(
    'Int',
    '15',
    'Fewest characters of a password that completes a login by itself.',
    { check: checks.between(8, 256) },
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
    'Passes of one Argon2id hash. Times the memory they must come to 7168 KiB in five passes or more.',
    { check: checks.between(1, 100) },
  ),
  'platform.idp-facade.password.argon2-parallelism': property(
    'Int',
    '1',
    'Lanes of one Argon2id hash.',
    { check: checks.between(1, 16) },
  ),
  'platform.idp-facade.passkeys.attestation-roots': property(
    'String',
    '',
    'PEM file with the root certificates of the security keys and passkeys that count as hardware (AAL3). Empty: those that Apple and Android attest alone.',
  ),
  'platform.idp-facade.password.max-concurrent': property(
    'Int',
    '0',
    'Hashes that one process computes at a time; 0: twice its cores. 100 more may wait.',
    { check: checks.notNegative },
  ),
};
