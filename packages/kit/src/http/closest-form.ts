import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Further off than any form whose properties are wrong. */
const wrongType = 1_000;
/** A fixed value tells forms apart (`"type": "oidc"`), so another one weighs more than a wrong property. */
const wrongConstant = 20;

function distanceOf(issue: Issue): number {
  const isWhole = issue.path.length === 0;
  if (issue.code === 'invalid_type' && isWhole) return wrongType;
  if (issue.code === 'invalid_value' && issue.values.length === 1) return wrongConstant;
  if (issue.code === 'unrecognized_keys') return issue.keys.length;
  // A property that meets none of its forms is one wrong property.
  if (issue.code === 'invalid_union')
    return isWhole ? Math.min(...issue.errors.map(distance), wrongType) : 1;
  return 1;
}

const distance = (issues: readonly Issue[]): number =>
  issues.reduce((sum, issue) => sum + distanceOf(issue), 0);

/**
 * Of the issues with each form of a union those with the form that was nearly met, which is what the caller meant.
 * Undefined where the value has the type of none.
 */
export function closestForm(forms: readonly Issue[][]): Issue[] | undefined {
  const [nearest] = forms
    .map((issues) => ({ issues, distance: distance(issues) }))
    .sort((a, b) => a.distance - b.distance);
  return nearest && nearest.distance < wrongType ? nearest.issues : undefined;
}

/** The types that the forms of a union take. */
export const typesOfForms = (forms: readonly Issue[][]): string[] =>
  forms
    .flat()
    .flatMap((issue) =>
      issue.code === 'invalid_type' && issue.path.length === 0 ? [issue.expected] : [],
    );
