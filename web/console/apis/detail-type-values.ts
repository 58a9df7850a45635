import type { ApiDetailType, PutApiDetailTypeRequest } from '@platform/sdk';
import { writtenTexts } from './scope-values.ts';
import { requirementBody, requirementValues } from './sign-in-requirement.ts';
import type { RequirementValues } from './sign-in-requirement.ts';

/** The form of a type of authorization details. */
export interface DetailTypeValues extends RequirementValues {
  type: string;
  display: Record<string, string>;
  /** JSON. */
  schema: string;
  maxInstances: number;
}

/** Most types have members of their own, which a schema without `additionalProperties: false` would not restrict. */
const firstSchema = {
  type: 'object',
  properties: { amount: { type: 'string', maxLength: 32 } },
  required: ['amount'],
  additionalProperties: false,
};

/** The values of a type, or those of a new one. */
export const detailTypeValues = (of: ApiDetailType | undefined): DetailTypeValues => ({
  type: of?.type ?? '',
  display: { ...of?.display },
  schema: JSON.stringify(of?.schema ?? firstSchema, null, 2),
  maxInstances: of?.maxInstances ?? 10,
  ...requirementValues(of?.requires),
});

/** The schema in a text; undefined if it is not a JSON object. */
export function schemaIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The whole type that a request sets. */
export const detailTypeBody = (values: DetailTypeValues): PutApiDetailTypeRequest => ({
  schema: schemaIn(values.schema) ?? {},
  display: writtenTexts(values.display),
  maxInstances: values.maxInstances,
  requires: requirementBody(values),
});
