import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { Metrics } from '@platform/kit/telemetry';
import type { HashPool } from './hash-pool.ts';
import type { Pepper, Peppers } from './pepper.ts';
import { hashByScrypt, verifyByScrypt } from './scrypt.ts';

/** Parameters of new hashes. */
export interface HashSettings {
  algorithm: 'argon2id' | 'scrypt';
  memoryKib: number;
  time: number;
  parallelism: number;
}

/** A hash created by this service. */
export interface PepperedHash {
  /** PHC string. */
  hash: string;
  pepperId: string;
}

const scryptCost = { ln: 17, r: 8, p: 1 };
const argon2idVariant = 2;

/** Creates and verifies hashes of passwords, within the limits of the pool. */
export function passwordHasher({
  settings,
  peppers,
  pool,
  metrics,
}: {
  settings: HashSettings;
  peppers: Peppers;
  pool: HashPool;
  metrics: Pick<Metrics, 'counter'>;
}) {
  const { algorithm, memoryKib, time, parallelism } = settings;
  const computed = metrics.counter('platform_password_hashes_total');
  const argon2 = {
    algorithm: argon2idVariant,
    memoryCost: memoryKib,
    timeCost: time,
    parallelism,
    outputLen: 32,
  };

  const make = (mixed: string): Promise<string> =>
    algorithm === 'scrypt' ? hashByScrypt(mixed, scryptCost) : hash(mixed, argon2);
  const matches = (stored: string, mixed: string): Promise<boolean> =>
    stored.startsWith('$scrypt$') ? verifyByScrypt(stored, mixed) : verify(stored, mixed);

  function hasCurrentCost(stored: string): boolean {
    if (stored.startsWith('$scrypt$'))
      return algorithm === 'scrypt' && stored.startsWith('$scrypt$ln=17,r=8,p=1$');
    const found = parseOptions(stored);
    return (
      algorithm === 'argon2id' &&
      found.memoryCost === memoryKib &&
      found.timeCost === time &&
      found.parallelism === parallelism
    );
  }

  let dummy: Promise<string> | undefined;

  return {
    async hash(password: string): Promise<PepperedHash> {
      computed.inc({ purpose: 'set' });
      const { active } = peppers;
      return { hash: await pool(() => make(active.mix(password))), pepperId: active.id };
    },

    /** `moved` is the pepper of a hash that was made in another installation. */
    async verify(stored: PepperedHash, password: string, moved?: Pepper): Promise<boolean> {
      const pepper = moved ?? peppers.byId(stored.pepperId);
      if (!pepper)
        throw new Error(`no encryption key "${stored.pepperId}" for the password pepper`);
      computed.inc({ purpose: 'verify' });
      return pool(() => matches(stored.hash, pepper.mix(password)));
    },

    /** Costs as much as {@link verify}, for users who do not exist or have no password. */
    async verifyDummy(password: string): Promise<false> {
      computed.inc({ purpose: 'dummy' });
      dummy ??= make('');
      const stored = await dummy;
      await pool(() => matches(stored, peppers.active.mix(password)));
      return false;
    },

    /** Verifies the hash of another system, in the same pool. */
    verifyForeign(check: () => Promise<boolean>): Promise<boolean> {
      computed.inc({ purpose: 'foreign' });
      return pool(check);
    },

    /** Whether a hash uses the current parameters and pepper. */
    isCurrent: ({ hash: stored, pepperId }: PepperedHash): boolean =>
      pepperId === peppers.active.id && hasCurrentCost(stored),
  };
}

/** See {@link passwordHasher}. */
export type PasswordHasher = ReturnType<typeof passwordHasher>;
