import { canonicalJson } from '@platform/kit/formats';

export const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);
