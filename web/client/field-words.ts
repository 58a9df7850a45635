import { isProblem } from '@platform/sdk';
import { fieldWords, problemWords } from './problem-words.ts';
import type { ProblemKey } from './problem-words.ts';

/** A finding of the platform in words, at a field of a form. */
export interface WordedFinding {
  /** JSON Pointer into the body. */
  pointer: string;
  detail: string;
}

type Say = (key: ProblemKey, values?: Record<string, number>) => string;

/**
 * Puts a failed save into words: a finding for each field that the platform names, otherwise one for the form.
 * @param say of the area `problems`
 */
export function findingsOf(error: unknown, say: Say): readonly WordedFinding[] {
  const errors = isProblem(error) ? error.errors.filter(({ pointer }) => pointer) : [];
  if (errors.length === 0) {
    const { key, values } = problemWords(error);
    return [{ pointer: '', detail: say(key, values) }];
  }
  return errors.map((finding) => {
    const words = fieldWords(finding);
    const { pointer = '', detail } = finding;
    return { pointer, detail: words ? say(words.key, words.values) : detail };
  });
}
