import type { Decision } from '../../tokens/access-policy-check.ts';

/** What access policies or an inline hook require of a login in addition to its request. */
export interface PolicyDemand {
  acr?: string;
  maxAgeSeconds?: number;
}

/** The `assurance` control of a policy. */
type Assurance = PolicyDemand;

/** Of the open controls, a login can only satisfy `assurance`. */
function assuranceOf({ require }: Partial<Decision>): Assurance | undefined {
  const controls = (require?.groups ?? []).flatMap((group) => group.controls);
  const found = controls.find(({ kind }) => kind === 'assurance');
  return found && (JSON.parse(found.controlJson) as Assurance);
}

/** Reads the requirements from the details of the library's prompt. Empty if there are none. */
export function policyDemand(details: Readonly<Record<string, unknown>>): PolicyDemand {
  const decision = (details['policy'] ?? {}) as Partial<Decision>;
  const { acr, maxAgeSeconds = -1 } = decision.stepUp ?? assuranceOf(decision) ?? {};
  return {
    ...(acr && { acr }),
    ...(maxAgeSeconds >= 0 && { maxAgeSeconds }),
  };
}
