import { canonicalJson } from '@platform/kit/formats';

/** Whether two values are the same JSON. */
export const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);
