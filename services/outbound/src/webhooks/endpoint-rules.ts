import { invalid, problem } from '@platform/kit/problem';

/** `*` covers all other types. */
export const normalTypes = (types: readonly string[]): string[] =>
  types.includes('*') ? ['*'] : [...types];

/** @throws 422 for an endpoint that delivers events without types */
export function requireTypes(types: readonly string[], purposes: readonly string[]): void {
  if (types.length === 0 && purposes.includes('events'))
    throw invalid('/eventTypes', 'required', 'is required for endpoints with the purpose events');
}

/** @throws 422 above the operator's limit */
export function requireEndpointRoom(present: number, limit: number): void {
  if (present >= limit)
    throw problem('limit_exceeded', {
      detail: `A tenant can have at most ${limit} webhook endpoints`,
      errors: [
        { code: 'limit_exceeded', detail: `A tenant can have at most ${limit} webhook endpoints` },
      ],
    });
}
