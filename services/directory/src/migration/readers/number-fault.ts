import { pointerOf } from '@platform/contracts';
import { inexactNumber } from '@platform/kit/http';
import type { RowProblem } from '../mapping/record-mapping.ts';

/**
 * The fault of a record with a number that would be stored, or linked as the id of a login, with
 * another value.
 */
export const inexactFault = (path: readonly (string | number)[]): RowProblem => ({
  pointer: pointerOf(path),
  code: 'invalid_format',
  detail: 'cannot be represented exactly as a double-precision number; export it as a string',
});

/** The fault of the first such number in the JSON of a record; undefined if there is none. */
export function numberFault(json: string): RowProblem | undefined {
  const path = inexactNumber(json);
  return path && inexactFault(path);
}
