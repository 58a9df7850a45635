import type { JsonToken, ShownValue, ValueLimits } from './value-builder.ts';
import { valueBuilder } from './value-builder.ts';

/** Receives the sections of a part, entry by entry. */
export interface SectionListener {
  begin(section: string): void;
  entry(value: ShownValue, isCut: boolean): void;
  /** Whether the page shows another entry of this section. */
  hasRoom(): boolean;
  end(entries: number): void;
}

const opens = new Set(['startObject', 'startArray']);
const closes = new Set(['endObject', 'endArray']);
const scalars = new Set(['endString', 'numberValue', 'trueValue', 'falseValue', 'nullValue']);

/** Levels of `{ "sections": { "name": [ entry ] } }`. */
const memberLevel = 1;
const sectionLevel = 2;

/** Finds the entries of all sections among the tokens of a part. A section that is not an array has one entry. */
export function sectionReader(limits: ValueLimits, listener: SectionListener) {
  let level = 0;
  let isInSections = false;
  let isArray = false;
  let entries = 0;
  let entryLevel = Infinity;
  let builder: ReturnType<typeof valueBuilder> | undefined;

  function endEntry(): void {
    const built = builder?.result();
    if (built) listener.entry(built.value, built.isCut);
    builder = undefined;
    entryLevel = Infinity;
    entries++;
    if (!isArray) listener.end(entries);
  }

  function beginEntry(): void {
    entryLevel = level;
    builder = listener.hasRoom() ? valueBuilder(limits) : undefined;
  }

  function takeOfEntry(token: JsonToken): void {
    builder?.take(token);
    if (opens.has(token.name)) level++;
    if (closes.has(token.name)) level--;
    const isWhole = closes.has(token.name) || scalars.has(token.name);
    if (isWhole && level === entryLevel) endEntry();
  }

  function takeKey(key: string): void {
    if (level === memberLevel) isInSections = key === 'sections';
    if (level !== sectionLevel || !isInSections) return;
    entries = 0;
    isArray = false;
    listener.begin(key);
  }

  return (token: JsonToken): void => {
    const { name, value } = token;
    if (entryLevel !== Infinity) return takeOfEntry(token);
    if (name === 'keyValue') return takeKey(String(value));
    if (isInSections && level === sectionLevel && name === 'startArray') {
      isArray = true;
      level++;
      return;
    }
    if (isInSections && isArray && level === sectionLevel + 1 && name === 'endArray') {
      isArray = false;
      level--;
      return listener.end(entries);
    }
    const isBeginning = opens.has(name) || scalars.has(name) || name === 'startString';
    if (isInSections && isBeginning && level >= sectionLevel) {
      beginEntry();
      return takeOfEntry(token);
    }
    if (level === memberLevel && name !== 'startObject') isInSections = false;
    if (opens.has(name)) level++;
    if (closes.has(name)) level--;
  };
}
