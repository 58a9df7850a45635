import type { Members } from './members.ts';
import { secret } from './secret.ts';

/** Stored headers, of which the API shows the names. */
export const storedHeaders = (names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, secret()]));
