import { TYPE, parse } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import type { Catalogue } from './messages.ts';

/** An Arabic locale without a region, which shows English written from right to left. */
export const pseudoLocale = 'ar-XB';

const rightToLeft = '\u202e';
const asBefore = '\u202c';

const mirrored = (text: string): string =>
  text.replace(/\S+/g, (word) => `${rightToLeft}${word}${asBefore}`);

function transform(elements: MessageFormatElement[]): MessageFormatElement[] {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: mirrored(element.value) };
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: transform(option.value) },
    ]);
    return { ...element, options: Object.fromEntries(options) as typeof element.options };
  });
}

/** Converts a catalogue to a right-to-left language, for layout tests. Arguments stay unchanged. */
export const pseudoCatalogue = (catalogue: Catalogue): Catalogue =>
  Object.fromEntries(
    Object.entries(catalogue).map(([key, text]) => [
      key,
      printAST(transform(parse(text, { ignoreTag: true }))),
    ]),
  );
