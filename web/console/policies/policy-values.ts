import type { AccessPolicy, CreatePolicyRequest, UpdatePolicyRequest } from '@platform/sdk';
import { conditionValues, conditionsBody } from './condition-values.ts';
import type { ConditionValues } from './condition-values.ts';
import { controlValues, controlsBody } from './control-values.ts';
import type { ControlValues } from './control-values.ts';

export const modes = ['report_only', 'enabled', 'disabled'] as const;

/** The form of a policy. */
export interface PolicyValues extends ConditionValues, ControlValues {
  name: string;
  description: string;
  mode: (typeof modes)[number];
  priority: number;
}

/** The values of a policy, as the form has them. */
export const policyValues = (policy: AccessPolicy): PolicyValues => ({
  name: policy.name,
  description: policy.description ?? '',
  mode: policy.mode,
  priority: policy.priority,
  ...conditionValues(policy.conditions),
  ...controlValues(policy.controls),
});

/** A new policy only reports, so that its effect can be seen first. */
export const newPolicyValues = (): PolicyValues => ({
  name: '',
  description: '',
  mode: 'report_only',
  priority: 100,
  ...conditionValues({}),
  ...controlValues({}),
});

/** The request that creates a policy. */
export const policyCreation = (values: PolicyValues): CreatePolicyRequest => ({
  name: values.name.trim(),
  ...(values.description.trim() !== '' && { description: values.description.trim() }),
  mode: values.mode,
  priority: values.priority,
  conditions: conditionsBody(values),
  controls: controlsBody(values),
});

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The merge patch (RFC 7396) that turns one object into another: `null` for what is gone. */
export function patchBetween(before: Json, after: Json): Json {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const [was, is] = [before[name], after[name]];
      if (is === undefined) return [[name, null]];
      if (isObject(was) && isObject(is)) {
        const inner = patchBetween(was, is);
        return Object.keys(inner).length > 0 ? [[name, inner]] : [];
      }
      return JSON.stringify(was) === JSON.stringify(is) ? [] : [[name, is]];
    }),
  );
}

/** The request that changes a policy from the values of the form that were read to those that it has now. */
export const policyPatch = (before: PolicyValues, values: PolicyValues): UpdatePolicyRequest =>
  patchBetween(
    policyCreation(before) as unknown as Json,
    policyCreation(values) as unknown as Json,
  );
