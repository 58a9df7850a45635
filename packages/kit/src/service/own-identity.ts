import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { contextNames } from '@platform/contracts';
import type { ContextName } from '@platform/contracts';
import type { ServiceCaller } from '../auth/auth.ts';
import type { ReadyCheck } from './admin-server.ts';

/** Options of {@link ownIdentityCheck}. */
export interface OwnIdentityOptions {
  /** Folder of the projected tokens that this process presents, one file per audience. */
  tokenDirectory: string;
  /** Creates the verifier of projected tokens for an audience. */
  callersOf: (
    audience: string,
    allowedSub: string,
  ) => (token: string | undefined) => Promise<ServiceCaller>;
  /** Age of the cluster's keys in seconds; undefined while there are none. */
  keysAgeSeconds: () => number | undefined;
}

const isContext = (name: string): name is ContextName =>
  (contextNames as readonly string[]).includes(name);
const anyAccount = '^system:serviceaccount:.+$';

async function ownFault({
  tokenDirectory,
  callersOf,
  keysAgeSeconds,
}: OwnIdentityOptions): Promise<string | undefined> {
  if (keysAgeSeconds() === undefined) return "the cluster's keys are not loaded yet";
  const audiences = (await readdir(tokenDirectory).catch((): string[] => [])).filter(isContext);
  if (audiences.length === 0) return `there is no service-account token in ${tokenDirectory}`;
  for (const audience of audiences) {
    const token = (await readFile(join(tokenDirectory, audience), 'utf8')).trim();
    try {
      await callersOf(audience, anyAccount)(token);
    } catch (error) {
      return `its own token for ${audience} is not accepted: ${(error as Error).message}`;
    }
  }
  return undefined;
}

/**
 * Checks this process's own tokens as its siblings will: issuer, audience, key, signature and
 * times, so that a wrong issuer in the configuration stops a rollout. Once passed, the check stays
 * passed: a process that loses its identity later can still serve requests that need none.
 */
export function ownIdentityCheck(options: OwnIdentityOptions): ReadyCheck {
  let hasPassed = false;
  return async () => {
    const fault = hasPassed ? undefined : await ownFault(options);
    hasPassed = fault === undefined;
    return fault;
  };
}
