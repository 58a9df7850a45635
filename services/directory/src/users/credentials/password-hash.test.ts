import { CreateUserRequest } from '@platform/contracts';
import { describe, expect, test } from 'vitest';
import { passwordHashFault } from './password-hash.ts';

const bytes = (n: number): string => Buffer.alloc(n, 7).toString('base64');
const argon = (parameters: string, variant = 'argon2id', version = '$v=19'): string =>
  `$${variant}${version}$${parameters}$c29tZXNhbHRzb21lc2FsdA$Zm9vYmFyZm9vYmFyZm9vYmFy`;
const bcrypt = (cost: string, version = '2b'): string => `$${version}$${cost}$${'x'.repeat(53)}`;
const scrypt = (parameters: string): string => `$scrypt$${parameters}$c2FsdA$aGFzaA`;
const pbkdf2 = (rounds: string, variant = 'pbkdf2-sha256', hash = 'aGFz.aA=='): string =>
  `$${variant}$${rounds}$c2FsdA$${hash}`;
const django = (rounds: number, digest = 'sha256'): string =>
  `pbkdf2_${digest}$${rounds}$seasalt,1$${bytes(32)}`;
const ssha = (scheme: string, length: number): string => `{${scheme}}${bytes(length)}`;
const keycloak = {
  algorithm: 'pbkdf2',
  value: bytes(64),
  salt: bytes(16),
  digest: 'sha256',
  iterations: 27_500,
};
const firebase = {
  algorithm: 'scrypt',
  value: bytes(64),
  salt: bytes(10),
  signerKey: bytes(64),
  saltSeparator: 'Bw==',
  rounds: 8,
  memoryCost: 14,
};
const plain = (algorithm: string, value: string) => ({ algorithm, value });

/** `pointer: detail` of each error of a creation with this hash. */
function faultsOf(passwordHash: object): string[] {
  const { data, error } = CreateUserRequest.safeParse({
    email: 'a@example.com',
    credential: { passwordHash },
  });
  if (error) return error.issues.map((issue) => issue.message);
  const fault =
    data.credential && 'passwordHash' in data.credential
      ? passwordHashFault(data.credential.passwordHash)
      : 'no hash';
  return fault === undefined ? [] : [fault];
}

describe('hashes that are accepted', () => {
  test.each([
    plain('argon2id', argon('m=262144,t=10,p=8')),
    plain('argon2i', argon('m=8,t=1,p=1', 'argon2i')),
    plain('argon2id', argon('m=65536,t=3,p=4', 'argon2id', '')),
    plain('bcrypt', bcrypt('04', '2a')),
    plain('bcrypt', bcrypt('12')),
    plain('bcrypt', bcrypt('15', '2y')),
    plain('pbkdf2', pbkdf2('2000000')),
    plain('pbkdf2', pbkdf2('i=1', 'pbkdf2-sha512')),
    plain('pbkdf2', pbkdf2('i=600000,l=32')),
    plain('pbkdf2', pbkdf2('1000', 'pbkdf2')),
    plain('pbkdf2', pbkdf2('1', 'pbkdf2-sha1')),
    plain('pbkdf2', django(870_000)),
    plain('pbkdf2', django(2_000_000, 'sha1')),
    keycloak,
    { ...keycloak, digest: 'sha512', iterations: 2_000_000, value: bytes(32) },
    plain('scrypt', scrypt('ln=17,r=16,p=4')),
    firebase,
    { ...firebase, rounds: 16, memoryCost: 17, saltSeparator: '' },
    { ...firebase, value: Buffer.alloc(64, 255).toString('base64url') },
    plain('ssha', ssha('SSHA', 24)),
    plain('ssha', ssha('ssha', 28)),
    plain('ssha256', ssha('SSHA256', 40)),
    plain('ssha512', ssha('SSHA512', 128)),
  ])('%j', (hash) => expect(faultsOf(hash)).toEqual([]));
});

describe('hashes that would make a login too expensive', () => {
  test.each([
    plain('argon2id', argon('m=262145,t=1,p=1')),
    plain('argon2id', argon('m=8,t=11,p=1')),
    plain('argon2id', argon('m=8,t=1,p=9')),
    plain('argon2id', argon('m=8,t=0,p=1')),
    plain('argon2i', argon(`m=${'9'.repeat(400)},t=1,p=1`, 'argon2i')),
    plain('bcrypt', bcrypt('03')),
    plain('bcrypt', bcrypt('16')),
    plain('bcrypt', bcrypt('31')),
    plain('scrypt', scrypt('ln=18,r=8,p=1')),
    plain('scrypt', scrypt('ln=14,r=17,p=1')),
    plain('scrypt', scrypt('ln=14,r=8,p=5')),
    plain('pbkdf2', pbkdf2('2000001')),
    plain('pbkdf2', pbkdf2('i=0')),
    plain('pbkdf2', django(2_000_001)),
  ])('%j', (hash) => expect(faultsOf(hash)).toEqual([expect.stringMatching(/allowed range/)]));

  test.each([
    { ...keycloak, iterations: 2_000_001 },
    { ...keycloak, iterations: 0 },
    { ...firebase, rounds: 17 },
    { ...firebase, memoryCost: 18 },
    { ...firebase, memoryCost: 1.5 },
    { ...keycloak, value: bytes(67) },
  ])('%j, because of one of its properties', (hash) => expect(faultsOf(hash)).toHaveLength(1));
});

describe('values that are not a hash of their algorithm', () => {
  test.each([
    plain('argon2id', argon('m=8,t=1,p=1', 'argon2i')),
    plain('argon2i', argon('m=8,t=1,p=1', 'argon2d')),
    plain('argon2id', 'secret'),
    plain('argon2id', argon('t=1,m=8,p=1')),
    plain('bcrypt', `${bcrypt('10')}x`),
    plain('bcrypt', bcrypt('10', '2x')),
    plain('bcrypt', '5f4dcc3b5aa765d61d8327deb882cf99'),
    plain('scrypt', '$scrypt$whatever-it-may-be-x'),
    plain('pbkdf2', '$pbkdf2-sha256$whatever-it-may-be'),
    plain('pbkdf2', pbkdf2('1000', 'pbkdf2-md5')),
    plain('pbkdf2', pbkdf2('1000', 'pbkdf2-sha256', 'a'.repeat(200))),
    plain('pbkdf2', 'pbkdf2_sha256$1000$salt'),
    plain('pbkdf2', scrypt('ln=14,r=8,p=1')),
    plain('ssha', ssha('SSHA', 20)),
    plain('ssha', ssha('SSHA256', 40)),
    plain('ssha', ssha('SHA', 24)),
    plain('ssha256', ssha('SSHA256', 32)),
    plain('ssha512', ssha('SSHA512', 129)),
    plain('ssha', bytes(24)),
    plain('ssha', '{SSHA}***'),
  ])('%j', (hash) =>
    expect(faultsOf(hash)).toEqual([
      expect.stringMatching(/is not a .* hash in a supported format/),
    ]),
  );

  test.each([
    ['md5', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['sha1', '5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8'],
    ['argon2d', argon('m=8,t=1,p=1', 'argon2d')],
    ['', 'x'],
  ])('%s, which is unknown or too weak', (algorithm, value) =>
    expect(faultsOf(plain(algorithm, value))).toHaveLength(1),
  );

  test.each([
    {},
    { algorithm: 'bcrypt' },
    plain('bcrypt', ''),
    plain('bcrypt', 'x y'),
    plain('bcrypt', 'x'.repeat(1025)),
    { ...plain('bcrypt', bcrypt('10')), salt: 'c2FsdA==' },
    { ...keycloak, digest: 'md5' },
    { ...keycloak, salt: 'no base64!' },
    { ...firebase, signerKey: undefined },
  ])('%j', (hash) => expect(faultsOf(hash)).not.toEqual([]));
});
