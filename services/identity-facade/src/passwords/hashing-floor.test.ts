import { expect, test } from 'vitest';
import { hashingFaults } from './hashing-floor.ts';

test.each([
  [19_456, 2, 'argon2id', 0],
  [7_168, 5, 'argon2id', 0],
  [47_104, 1, 'argon2id', 0],
  [7_168, 4, 'argon2id', 1],
  [19_456, 1, 'argon2id', 1],
  [7_168, 1, 'scrypt', 0],
])(
  '%i KiB in %i passes by %s: %i faults',
  (passwordMemoryKib, passwordTime, passwordAlgorithm, faults) => {
    expect(hashingFaults({ passwordMemoryKib, passwordTime, passwordAlgorithm })).toHaveLength(
      faults,
    );
  },
);
