import type { IdentityFacadeConfig } from '../config.ts';

/** Memory in KiB times passes of the cheapest setting that OWASP recommends: 7 MiB and five passes. */
const leastCost = 7_168 * 5;

/** Rejects settings that make passwords too cheap to guess. */
export function hashingFaults({
  passwordAlgorithm,
  passwordMemoryKib,
  passwordTime,
}: Pick<
  IdentityFacadeConfig,
  'passwordAlgorithm' | 'passwordMemoryKib' | 'passwordTime'
>): string[] {
  if (passwordAlgorithm === 'scrypt' || passwordMemoryKib * passwordTime >= leastCost) return [];
  const passes = Math.ceil(leastCost / passwordMemoryKib);
  return [
    `platform.idp-facade.password.argon2-time must be at least ${passes} with ${passwordMemoryKib} KiB of memory`,
  ];
}
