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

/** What a condition says of a context: its value, the parameters that lack one (sorted), or why it could not be computed. */
export type ConditionOutcome = { value: boolean } | { missing: string[] } | { failed: string[] };

/** A condition, ready to be evaluated. */
export interface CompiledCondition {
  name: string;
  parameters: ReadonlyMap<string, ParameterType>;
  /** `context` is the tuple's context laid over the request's ({@link mergedContext}). */
  evaluate: (context: Readonly<Record<string, unknown>>) => ConditionOutcome;
}

/** A tuple's value goes before the request's. */
export const mergedContext = (
  request: Readonly<Record<string, unknown>> | undefined,
  tuple: Readonly<Record<string, unknown>> | undefined | null,
): Record<string, unknown> =>
  Object.assign(Object.create(null) as Record<string, unknown>, request, tuple);
