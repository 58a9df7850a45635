import type { RelationTupleInput } from '@platform/sdk';

/** A line that is no tuple. */
export interface WrongLine {
  line: number;
}

/** A tuple in one line: `user:ada viewer document:plan`. Conditions follow as in the language: `with in_office`. */
function tupleOfLine(text: string): RelationTupleInput | undefined {
  const [subject, relation, object, word, name, ...rest] = text.trim().split(/[\s,;]+/);
  if (!subject || !relation || !object || !subject.includes(':') || !object.includes(':'))
    return undefined;
  if (word === undefined) return { subject, relation, object };
  if (word !== 'with' || !name || rest.length > 0) return undefined;
  return { subject, relation, object, condition: { name } };
}

const isTuple = (value: unknown): value is RelationTupleInput =>
  typeof value === 'object' &&
  value !== null &&
  ['subject', 'relation', 'object'].every(
    (key) => typeof (value as Record<string, unknown>)[key] === 'string',
  );

function tuplesOfJson(text: string): RelationTupleInput[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const list = Array.isArray(value) ? value : (value as { tuples?: unknown } | null)?.tuples;
    return Array.isArray(list) && list.every(isTuple) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Reads tuples from lines, or from JSON as the API takes it. Empty lines and comments are skipped. */
export function tuplesOfText(text: string): { tuples: RelationTupleInput[]; wrong: WrongLine[] } {
  const json = /^\s*[[{]/.test(text) ? tuplesOfJson(text) : undefined;
  if (json) return { tuples: json, wrong: [] };
  const tuples: RelationTupleInput[] = [];
  const wrong: WrongLine[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const tuple = tupleOfLine(line);
    if (tuple) tuples.push(tuple);
    else wrong.push({ line: index + 1 });
  }
  return { tuples, wrong };
}

/** A tuple as a line. */
export const lineOfTuple = ({
  subject,
  relation,
  object,
  condition,
}: Pick<RelationTupleInput, 'subject' | 'relation' | 'object'> & {
  condition?: { name: string };
}): string => `${subject} ${relation} ${object}${condition ? ` with ${condition.name}` : ''}`;
