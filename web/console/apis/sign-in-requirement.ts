export const acrs = ['none', 'aal1', 'aal2', 'aal3', 'phr', 'phrh'] as const;
type Acr = Exclude<(typeof acrs)[number], 'none'>;

/** What a sign-in needs, as the form has it: `none` and empty text are no requirement. */
export interface RequirementValues {
  acr: string;
  maxAge: string;
}

export const requirementValues = (
  requires: { acr?: string; maxAgeSeconds?: number } | null | undefined,
): RequirementValues => ({
  acr: requires?.acr ?? 'none',
  maxAge: requires?.maxAgeSeconds === undefined ? '' : String(requires.maxAgeSeconds),
});

/** The requirement that a request sets; null if there is none. */
export function requirementBody({ acr, maxAge }: RequirementValues) {
  const requires = {
    ...(acr !== 'none' && { acr: acr as Acr }),
    ...(maxAge.trim() !== '' && { maxAgeSeconds: Number(maxAge) }),
  };
  return Object.keys(requires).length > 0 ? requires : null;
}
