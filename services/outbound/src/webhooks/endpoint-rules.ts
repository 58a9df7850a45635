import { EgressRefused } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import { invalid, problem } from '@platform/kit/problem';

const maxHeaders = 20;

/** The URL as it is stored: the WHATWG serialization. 422 with the rule that it breaks. */
export function checkedEndpointUrl(egress: Pick<Egress, 'checkUrl'>, url: string): string {
  try {
    return egress.checkUrl(url).href;
  } catch (error) {
    if (error instanceof EgressRefused) throw invalid('/url', error.code, error.message);
    throw error;
  }
}

/** `*` covers whatever stands beside it. */
export const normalTypes = (types: readonly string[]): string[] =>
  types.includes('*') ? ['*'] : [...types];

/** Headers merged member by member, whatever the case of a name; null removes one. */
export function mergedHeaders(
  present: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string | null>>,
): Record<string, string> {
  const changed = new Set(Object.keys(change).map((name) => name.toLowerCase()));
  const kept = Object.entries(present).filter(([name]) => !changed.has(name.toLowerCase()));
  const merged = [
    ...kept,
    ...Object.entries(change).filter((entry): entry is [string, string] => entry[1] !== null),
  ];
  if (merged.length > maxHeaders)
    throw invalid('/headers', 'limit_exceeded', `must not come to more than ${maxHeaders} members`);
  return Object.fromEntries(merged);
}

/** An endpoint that delivers events needs types. */
export function requireTypes(types: readonly string[], purposes: readonly string[]): void {
  if (types.length === 0 && purposes.includes('events'))
    throw invalid('/eventTypes', 'required', 'is required where events are delivered');
}

/** 422 above the operator's limit. */
export function requireRoom(present: number, limit: number): void {
  if (present >= limit)
    throw problem('limit_exceeded', {
      detail: `a tenant has at most ${limit} webhook endpoints`,
      errors: [{ code: 'limit_exceeded', detail: `at most ${limit}` }],
    });
}
