/** The type of a parameter, in OpenFGA's own words. */
export interface ParameterType {
  name: ParameterTypeName;
  generic?: ParameterType;
}

export const parameterTypeNames = [
  'any',
  'bool',
  'string',
  'int',
  'uint',
  'double',
  'duration',
  'timestamp',
  'ipaddress',
  'list',
  'map',
] as const;
export type ParameterTypeName = (typeof parameterTypeNames)[number];

/** The result of a condition for a context: its value, the missing parameters (sorted), or the errors. */
export type ConditionOutcome = { value: boolean } | { missing: string[] } | { failed: string[] };

/** A condition, ready to be evaluated. */
export interface CompiledCondition {
  name: string;
  parameters: ReadonlyMap<string, ParameterType>;
  /** `context` is the tuple's context laid over the request's ({@link mergedContext}). */
  evaluate: (context: Readonly<Record<string, unknown>>) => ConditionOutcome;
}

/** Values of the tuple take precedence over those of the request. */
export const mergedContext = (
  request: Readonly<Record<string, unknown>> | undefined,
  tuple: Readonly<Record<string, unknown>> | undefined | null,
): Record<string, unknown> =>
  Object.assign(Object.create(null) as Record<string, unknown>, request, tuple);
