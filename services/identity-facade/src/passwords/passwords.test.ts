import { createHash, pbkdf2Sync, randomBytes, scryptSync, createCipheriv } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashSync as argon2HashSync } from '@node-rs/argon2';
import { hashSync as bcryptHashSync } from '@node-rs/bcrypt';
import type { PasswordHashInput } from '@platform/contracts';
import { createMetrics } from '@platform/kit/telemetry';
import { parseKeys, secretBox } from '@platform/kit/secrets';
import { verifyForeignHash } from './foreign-hash.ts';
import { hashPool, maxWaitingHashes } from './hash-pool.ts';
import { passwordHasher } from './password-hasher.ts';
import { pepperOf, peppers } from './pepper.ts';
import { delayAfter } from './attempts.ts';

const password = 'correct horse battery';
const salt = randomBytes(16);
const b64 = (bytes: Buffer) => bytes.toString('base64');
const unpadded = (bytes: Buffer) => b64(bytes).replace(/=+$/, '');
const salted = (scheme: string, digest: string) =>
  `{${scheme}}${b64(Buffer.concat([createHash(digest).update(password).update(salt).digest(), salt]))}`;

function firebase(): PasswordHashInput {
  const [signerKey, separator] = [randomBytes(64), Buffer.from([0x2a])];
  const cost = { N: 2 ** 10, r: 8, p: 1 };
  const key = scryptSync(password, Buffer.concat([salt, separator]), 64, cost);
  const cipher = createCipheriv('aes-256-ctr', key.subarray(0, 32), Buffer.alloc(16));
  return {
    algorithm: 'scrypt',
    value: b64(cipher.update(signerKey)),
    salt: b64(salt),
    signerKey: b64(signerKey),
    saltSeparator: b64(separator),
    rounds: 8,
    memoryCost: 10,
  };
}

const pbkdf2 = (digest: string, length: number, from: string | Buffer = salt) =>
  pbkdf2Sync(password, from, 1_000, length, digest);

const foreign: [string, PasswordHashInput][] = [
  ['argon2id', { algorithm: 'argon2id', value: argon2HashSync(password, { memoryCost: 64 }) }],
  [
    'argon2i',
    { algorithm: 'argon2i', value: argon2HashSync(password, { algorithm: 1, memoryCost: 64 }) },
  ],
  ['bcrypt', { algorithm: 'bcrypt', value: bcryptHashSync(password, 4) }],
  [
    'bcrypt of PHP',
    {
      algorithm: 'bcrypt',
      value: bcryptHashSync(password, 4).replace(/^\$2[ab]/, '$2y'),
    },
  ],
  [
    'pbkdf2 in PHC form',
    {
      algorithm: 'pbkdf2',
      value: `$pbkdf2-sha256$i=1000,l=32$${unpadded(salt)}$${unpadded(pbkdf2('sha256', 32))}`,
    },
  ],
  [
    'pbkdf2 of passlib',
    {
      algorithm: 'pbkdf2',
      value: `$pbkdf2$1000$${unpadded(salt)}$${unpadded(pbkdf2('sha1', 20))}`.replaceAll('+', '.'),
    },
  ],
  [
    'pbkdf2 of Django',
    {
      algorithm: 'pbkdf2',
      value: `pbkdf2_sha256$1000$seasalt$${b64(pbkdf2('sha256', 32, 'seasalt'))}`,
    },
  ],
  [
    'pbkdf2 of Keycloak',
    {
      algorithm: 'pbkdf2',
      value: b64(pbkdf2('sha512', 64)),
      salt: b64(salt),
      digest: 'sha512',
      iterations: 1_000,
    },
  ],
  [
    'scrypt',
    {
      algorithm: 'scrypt',
      value: `$scrypt$ln=10,r=8,p=1$${unpadded(salt)}$${unpadded(scryptSync(password, salt, 32, { N: 1_024, r: 8, p: 1 }))}`,
    },
  ],
  ['scrypt of Firebase', firebase()],
  ['ssha', { algorithm: 'ssha', value: salted('SSHA', 'sha1') }],
  ['ssha256', { algorithm: 'ssha256', value: salted('SSHA256', 'sha256') }],
  ['ssha512', { algorithm: 'ssha512', value: salted('ssha512', 'sha512') }],
];

describe('verifyForeignHash', () => {
  test.each(foreign)('%s', async (_, hash) => {
    expect(await verifyForeignHash(hash, password)).toBe(true);
    expect(await verifyForeignHash(hash, `${password}!`)).toBe(false);
  });
});

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');
const boxOf = (active: string) => secretBox(parseKeys({ k1: key(1), k2: key(2) }, active));
const hasherOf = (active = 'k1', more: { memoryKib?: number; algorithm?: 'scrypt' } = {}) =>
  passwordHasher({
    settings: { algorithm: 'argon2id', memoryKib: 64, time: 1, parallelism: 1, ...more },
    peppers: peppers(boxOf(active)),
    pool: hashPool(2),
    metrics: createMetrics('test'),
  });

describe('passwordHasher', () => {
  test('hashes with Argon2id, with a different result each time', async () => {
    const hasher = hasherOf();
    const [one, other] = [await hasher.hash(password), await hasher.hash(password)];
    expect(one).toMatchObject({ hash: expect.stringMatching(/^\$argon2id\$/), pepperId: 'k1' });
    expect(one.hash).not.toBe(other.hash);
    expect(await hasher.verify(one, password)).toBe(true);
    expect(await hasher.verify(one, `${password} `)).toBe(false);
  });

  test('treats equivalent Unicode encodings as the same password', async () => {
    const hasher = hasherOf();
    expect(await hasher.verify(await hasher.hash('Å ﬁn'), 'A\u030a fin')).toBe(true);
  });

  test('verifies hashes with an older pepper, and reports them as outdated', async () => {
    const stored = await hasherOf('k1').hash(password);
    const rotated = hasherOf('k2');
    expect(await rotated.verify(stored, password)).toBe(true);
    expect(rotated.isCurrent(stored)).toBe(false);
    expect(await rotated.verify({ ...stored, pepperId: 'k2' }, password)).toBe(false);
    expect(rotated.isCurrent(await rotated.hash(password))).toBe(true);
  });

  test('verifies hashes of another installation with its pepper, and reports them as outdated', async () => {
    const foreign = pepperOf('k1.0123456789abcdef', randomBytes(32));
    const elsewhere = passwordHasher({
      settings: { algorithm: 'argon2id', memoryKib: 64, time: 1, parallelism: 1 },
      peppers: { active: foreign, byId: () => foreign },
      pool: hashPool(2),
      metrics: createMetrics('test'),
    });
    const stored = await elsewhere.hash(password);
    const hasher = hasherOf('k1');
    expect(await hasher.verify(stored, password, foreign)).toBe(true);
    expect(await hasher.verify(stored, 'another password', foreign)).toBe(false);
    expect(hasher.isCurrent(stored)).toBe(false);
    await expect(hasher.verify(stored, password)).rejects.toThrow('no encryption key');
  });

  test('reports other parameters as outdated', async () => {
    const stored = await hasherOf().hash(password);
    expect(hasherOf('k1', { memoryKib: 128 }).isCurrent(stored)).toBe(false);
    expect(hasherOf('k1', { algorithm: 'scrypt' }).isCurrent(stored)).toBe(false);
  });

  test('hashes with scrypt if configured', async () => {
    const hasher = hasherOf('k1', { algorithm: 'scrypt' });
    const stored = await hasher.hash(password);
    expect(stored.hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
    expect(await hasher.verify(stored, password)).toBe(true);
    expect(hasher.isCurrent(stored)).toBe(true);
  });
});

describe('hashPool', () => {
  test('rejects work when its queue is full', async () => {
    const pool = hashPool(1);
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const accepted = Array.from({ length: 1 + maxWaitingHashes }, () => pool(() => held));
    await expect(pool(async () => 1)).rejects.toMatchObject({ code: 'rate_limited' });
    release();
    await Promise.all(accepted);
    expect(await pool(async () => 1)).toBe(1);
  });
});

test('the delay doubles after five failures, up to a quarter of an hour', () => {
  expect([1, 4, 5, 6, 10, 15, 99].map(delayAfter)).toEqual([
    0, 0, 1_000, 2_000, 32_000, 900_000, 900_000,
  ]);
});
