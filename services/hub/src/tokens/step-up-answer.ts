import type { ApiScopeResource } from '@platform/contracts';
import type { KoaContextWithOIDC } from 'oidc-provider';

type Requirement = NonNullable<ApiScopeResource['requires']>;

const answers = new WeakMap<object, Record<string, string | number>>();

/** Notes what a sign-in must meet, for the error response (RFC 9470 §3). */
export function noteStepUp(ctx: KoaContextWithOIDC, required: readonly Requirement[]): void {
  const acrs = [...new Set(required.flatMap(({ acr }) => acr ?? []))];
  const ages = required.flatMap(({ maxAgeSeconds }) => maxAgeSeconds ?? []);
  answers.set(ctx, {
    ...(acrs.length > 0 && { acr_values: acrs.join(' ') }),
    ...(ages.length > 0 && { max_age: Math.min(...ages) }),
  });
}

/** The members that {@link noteStepUp} adds to an error response; undefined for none. */
export const stepUpAnswer = (ctx: object): Record<string, string | number> | undefined =>
  answers.get(ctx);
