import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Larger than the distance of any form with wrong properties. */
const wrongType = 1_000;
/**
 * A constant discriminates forms (`"type": "oidc"`), so a different one weighs more than a wrong
 * property.
 */
const wrongConstant = 20;

function distanceOf(issue: Issue): number {
  const isWhole = issue.path.length === 0;
  if (issue.code === 'invalid_type' && isWhole) return wrongType;
  if (issue.code === 'invalid_value' && issue.values.length === 1) return wrongConstant;
  if (issue.code === 'unrecognized_keys') return issue.keys.length;
  // A property that matches none of its forms counts as one wrong property.
  if (issue.code === 'invalid_union')
    return isWhole ? Math.min(...issue.errors.map(distance), wrongType) : 1;
  return 1;
}

const distance = (issues: readonly Issue[]): number =>
  issues.reduce((sum, issue) => sum + distanceOf(issue), 0);

/**
 * Given the issues with each form of a union, returns those with the closest form, which is what
 * the caller meant. Undefined if the value has the type of none.
 */
export function closestForm(forms: readonly Issue[][]): Issue[] | undefined {
  const [nearest] = forms
    .map((issues) => ({ issues, distance: distance(issues) }))
    .sort((a, b) => a.distance - b.distance);
  return nearest && nearest.distance < wrongType ? nearest.issues : undefined;
}

/** Lists the types that the forms of a union accept. */
export const typesOfForms = (forms: readonly Issue[][]): string[] =>
  forms
    .flat()
    .flatMap((issue) =>
      issue.code === 'invalid_type' && issue.path.length === 0 ? [issue.expected] : [],
    );
