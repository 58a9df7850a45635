import { invalid, problem } from '@platform/kit/problem';

/** `*` covers whatever stands beside it. */
export const normalTypes = (types: readonly string[]): string[] =>
  types.includes('*') ? ['*'] : [...types];

/** An endpoint that delivers events needs types. */
export function requireTypes(types: readonly string[], purposes: readonly string[]): void {
  if (types.length === 0 && purposes.includes('events'))
    throw invalid('/eventTypes', 'required', 'is required for endpoints with the purpose events');
}

/** 422 above the operator's limit. */
export function requireEndpointRoom(present: number, limit: number): void {
  if (present >= limit)
    throw problem('limit_exceeded', {
      detail: `A tenant can have at most ${limit} webhook endpoints`,
      errors: [
        { code: 'limit_exceeded', detail: `A tenant can have at most ${limit} webhook endpoints` },
      ],
    });
}
