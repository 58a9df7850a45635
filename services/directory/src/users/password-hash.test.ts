import { expect, test } from '@jest/globals';
import { passwordHashFault } from './password-hash.ts';

const argon = (parameters: string, variant = 'argon2id'): string => `$${variant}$v=19$${parameters}$c29tZXNhbHRzb21lc2FsdA$Zm9vYmFyZm9vYmFyZm9vYmFy`;
const bcrypt = (cost: string, version = '2b'): string => `$${version}$${cost}$${'x'.repeat(53)}`;
const scrypt = (parameters: string): string => `$scrypt$${parameters}$c2FsdA$aGFzaA`;
const pbkdf2 = (rounds: string, variant = 'pbkdf2-sha256'): string => `$${variant}$${rounds}$c2FsdA$aGFz.aA==`;

test.each([
  bcrypt('04'), bcrypt('15', '2y'), argon('m=262144,t=10,p=8'), argon('m=8,t=1,p=1', 'argon2i'), scrypt('ln=17,r=16,p=4'), pbkdf2('2000000'), pbkdf2('i=1', 'pbkdf2-sha512'), pbkdf2('1000', 'pbkdf2'),
])('takes %s', (hash) => expect(passwordHashFault(hash)).toBeUndefined());

test.each([
  bcrypt('03'), bcrypt('16'), bcrypt('31'), argon('m=262145,t=1,p=1'), argon('m=8,t=11,p=1'), argon('m=8,t=1,p=9'), argon('m=8,t=0,p=1'), argon(`m=${'9'.repeat(400)},t=1,p=1`),
  scrypt('ln=18,r=8,p=1'), scrypt('ln=14,r=17,p=1'), scrypt('ln=14,r=8,p=5'), pbkdf2('2000001'), pbkdf2('i=0'),
])('refuses the cost of %s', (hash) => expect(passwordHashFault(hash)).toMatch(/more work/));

test.each(['', 'secret', argon('m=8,t=1,p=1', 'argon2d'), `${bcrypt('10')}x`, '$scrypt$whatever-it-may-be-x', '$pbkdf2-sha256$whatever-it-may-be', '$1$abc$def', '5f4dcc3b5aa765d61d8327deb882cf99'])(
  'knows no form like %s', (hash) => expect(passwordHashFault(hash)).toMatch(/known form/));
