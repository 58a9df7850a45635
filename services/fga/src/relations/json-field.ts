import { bodyBounds } from '@platform/contracts';
import { parseJsonText } from '@platform/kit/http';
import { Problem, problem } from '@platform/kit/problem';

/**
 * Parses a JSON field of a message by the rules of a request body. An empty field is undefined.
 * @throws 422 with pointers below `pointer`
 */
export function jsonField(json: string, pointer: string): unknown {
  if (json === '') return undefined;
  try {
    return parseJsonText(json, bodyBounds.maxJsonDepth);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { detail = 'is not valid JSON', errors = [{ code: 'invalid_format' as const, detail }] } =
      error.details;
    throw problem('validation_failed', {
      detail: `${pointer.slice(1)}: ${detail}`,
      errors: errors.map((e) => ({ ...e, pointer: `${pointer}${e.pointer ?? ''}` })),
    });
  }
}
