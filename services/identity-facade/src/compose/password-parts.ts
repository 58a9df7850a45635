import type { Platform, Worker } from '@platform/kit/service';
import type { IdentityFacadeConfig } from '../config.ts';
import { breachedPasswords } from '../passwords/breached-passwords.ts';
import type { IsBreached } from '../passwords/breached-passwords.ts';
import { passwordRules } from '../passwords/password-rules.ts';
import type { JudgePassword } from '../passwords/password-rules.ts';
import { passwordStrength } from '../passwords/password-strength.ts';
import type { IdentityFacadeOptions } from './test-options.ts';

type PasswordPlatform = Pick<Platform, 'egress' | 'log' | 'metrics'>;

/** The range service that the operator configured; without one, no password is looked up. */
function rangeService(
  { egress, log }: PasswordPlatform,
  rangeUrl: string,
  options: IdentityFacadeOptions,
): { isBreached: IsBreached; stop: () => Promise<void> } {
  if (rangeUrl === '') return { isBreached: async () => false, stop: async () => undefined };
  const { origin } = new URL(rangeUrl);
  const outward = egress('breached-passwords', { trustedOrigins: [origin], ...options.egress });
  const { isBreached, stop } = breachedPasswords({ egress: outward, rangeUrl, log });
  return {
    isBreached,
    async stop() {
      stop();
      await outward.close();
    },
  };
}

/** Composes the rules for new passwords. */
export function passwordParts(
  platform: PasswordPlatform,
  { passwordMinScore: minScore, breachedRangeUrl }: IdentityFacadeConfig,
  options: IdentityFacadeOptions,
): { judge: JudgePassword; worker: Worker } {
  const strength = passwordStrength(platform.metrics);
  const range = rangeService(platform, breachedRangeUrl, options);
  return {
    judge: passwordRules({ guesses: strength.guesses, minScore, isBreached: range.isBreached }),
    worker: {
      start: () => undefined,
      async stop() {
        await range.stop();
        await strength.close();
      },
    },
  };
}
