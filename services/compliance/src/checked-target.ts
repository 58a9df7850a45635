import { EgressFailed, EgressRefused } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import { invalid } from '@platform/kit/problem';

/**
 * Returns the URL as given if it may be called.
 * @throws 422 for a URL that breaks a rule, or whose host may not be called or cannot be resolved
 */
export async function checkedTarget(
  egress: Pick<Egress, 'checkTarget'>,
  url: string,
  pointer: string,
): Promise<string> {
  try {
    const { href } = await egress.checkTarget(url);
    // SSF 1.0 §8.1.1.1: a receiver finds its URL as it wrote it, unless it has to be escaped.
    return /^[\x21-\x7e]+$/.test(url) ? url : href;
  } catch (error) {
    if (error instanceof EgressRefused) throw invalid(pointer, error.code, error.message);
    if (error instanceof EgressFailed)
      throw invalid(pointer, 'host_not_allowed', 'must have a host that can be resolved');
    throw error;
  }
}
