import type { AuthzenEvaluationsInput, CheckInput } from '@platform/contracts';
import { invalidFields } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';

/** One access evaluation of AuthZEN. An item of a list takes missing members from the top level. */
export type AuthzenEvaluation = Pick<
  AuthzenEvaluationsInput,
  'subject' | 'action' | 'resource' | 'context'
>;
export type Evaluated = { decision: boolean; context?: Record<string, unknown> };

const prefixed = (
  prefix: string,
  properties: Record<string, unknown> | undefined,
): [string, unknown][] =>
  Object.entries(properties ?? {}).map(([key, value]) => [`${prefix}_${key}`, value]);

/**
 * An evaluation as a check: properties become context under `subject_`, `action_` and `resource_`.
 */
export function checkOf(
  { subject, action, resource, context }: AuthzenEvaluation,
  pointer = '',
): Pick<CheckInput, 'subject' | 'relation' | 'object' | 'context'> {
  const lacking = Object.entries({ subject, action, resource })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name);
  if (!subject || !action || !resource) {
    throw invalidFields(
      lacking.map((name) => ({
        pointer: `${pointer}/${name}`,
        code: 'required',
        detail: 'is required',
      })),
    );
  }
  return {
    subject: `${subject.type}:${subject.id}`,
    relation: action.name,
    object: `${resource.type}:${resource.id}`,
    context: Object.fromEntries([
      ...prefixed('subject', subject.properties),
      ...prefixed('action', action.properties),
      ...prefixed('resource', resource.properties),
      ...Object.entries(context ?? {}),
    ]),
  };
}

const failed = ({ status, code, message, details }: Problem): Evaluated => ({
  decision: false,
  context: {
    error: { status, message, code, ...(details.errors ? { errors: details.errors } : {}) },
  },
});

/** The responses that a caller sees, up to the one that ends the list (`evaluations_semantic`). */
export function evaluatedUntil(
  answers: readonly (boolean | Problem)[],
  semantic: 'execute_all' | 'deny_on_first_deny' | 'permit_on_first_permit',
): Evaluated[] {
  const evaluated = answers.map((answer): Evaluated =>
    answer instanceof Error ? failed(answer) : { decision: answer },
  );
  if (semantic === 'execute_all') return evaluated;
  const last = evaluated.findIndex(
    ({ decision }) => decision === (semantic === 'permit_on_first_permit'),
  );
  return last < 0 ? evaluated : evaluated.slice(0, last + 1);
}
