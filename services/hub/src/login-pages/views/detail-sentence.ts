import { valueAt } from '@platform/siblings/claims';

const maxCharacters = 80;
/** Control characters, and those that change the direction of text: a value must not disguise the sentence around it. */
const disguising = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function shown(value: unknown): string {
  if (value === undefined) return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const characters = [...text.replace(disguising, ' ')];
  return characters.length <= maxCharacters
    ? characters.join('')
    : `${characters.slice(0, maxCharacters - 1).join('')}…`;
}

/** The sentence of a detail type, with the values of a detail in place of `{/pointer}`. */
export const detailSentence = (display: string, detail: unknown): string =>
  display.replaceAll(/\{(\/[^{}]*)\}/g, (_, pointer: string) => shown(valueAt(detail, pointer)));
