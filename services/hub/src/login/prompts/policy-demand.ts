import type { Decision } from '../../tokens/access-policy-check.ts';

/** What access policies, or an inline hook, ask of a login besides its request. */
export interface PolicyDemand {
  acr?: string;
  maxAgeSeconds?: number;
}

/** The control `assurance` of a policy. */
type Assurance = PolicyDemand;

/** Where several controls are open the assurance is what a login can give. */
function assuranceOf({ require }: Partial<Decision>): Assurance | undefined {
  const controls = (require?.groups ?? []).flatMap((group) => group.controls);
  const found = controls.find(({ kind }) => kind === 'assurance');
  return found && (JSON.parse(found.controlJson) as Assurance);
}

/** Reads the demand out of the details that the library's prompt has; empty where no policy asks for anything. */
export function policyDemand(details: Readonly<Record<string, unknown>>): PolicyDemand {
  const decision = (details['policy'] ?? {}) as Partial<Decision>;
  const { acr, maxAgeSeconds = -1 } = decision.stepUp ?? assuranceOf(decision) ?? {};
  return {
    ...(acr && { acr }),
    ...(maxAgeSeconds >= 0 && { maxAgeSeconds }),
  };
}
