import { TYPE, parse } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Catalogues } from './messages.ts';

const kinds: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: 'text',
  [TYPE.number]: 'number',
  [TYPE.date]: 'date',
  [TYPE.time]: 'time',
  [TYPE.select]: 'select',
  [TYPE.plural]: 'plural',
};

function* argumentsIn(elements: MessageFormatElement[]): Generator<string> {
  for (const element of elements) {
    const kind = kinds[element.type];
    if (kind !== undefined && 'value' in element) yield `${element.value}: ${kind}`;
    if ('options' in element)
      for (const option of Object.values(element.options)) yield* argumentsIn(option.value);
  }
}

/** The arguments of a message with their kinds, in alphabetical order. */
export const messageArguments = (text: string): string[] =>
  [...new Set(argumentsIn(parse(text, { ignoreTag: true })))].sort();

/** Differences between catalogues: missing or extra keys, and different arguments. */
export function catalogueFaults(catalogues: Catalogues, source = 'en'): string[] {
  const expected = catalogues.get(source) ?? {};
  return [...catalogues].flatMap(([locale, catalogue]) => {
    const missing = Object.keys(expected).filter((key) => catalogue[key] === undefined);
    const unknown = Object.keys(catalogue).filter((key) => expected[key] === undefined);
    const different = Object.entries(expected).filter(([key, text]) => {
      const other = catalogue[key];
      return other !== undefined && `${messageArguments(text)}` !== `${messageArguments(other)}`;
    });
    return [
      ...missing.map((key) => `${locale}: ${key} is missing`),
      ...unknown.map((key) => `${locale}: ${key} is not in ${source}`),
      ...different.map(([key]) => `${locale}: ${key} has other arguments`),
    ];
  });
}
