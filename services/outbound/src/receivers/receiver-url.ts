import { EgressRefused } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import { invalid } from '@platform/kit/problem';

/** Returns the URL in its WHATWG serialization, for storage. @throws 422 with the rule that it breaks */
export function checkedReceiverUrl(
  egress: Pick<Egress, 'checkUrl'>,
  url: string,
  pointer = '/url',
): string {
  try {
    return egress.checkUrl(url).href;
  } catch (error) {
    if (error instanceof EgressRefused) throw invalid(pointer, error.code, error.message);
    throw error;
  }
}

/** Returns a URL as attempts record it. */
export const withoutQuery = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};
