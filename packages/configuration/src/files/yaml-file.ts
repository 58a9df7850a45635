import { LineCounter, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Node, Pair } from 'yaml';
import type { Path } from '../members/member-path.ts';
import type { FileProblem, Place } from './configuration-error.ts';

/** A parsed file, which knows where each value is. */
export interface YamlFile {
  value: unknown;
  /** The place of a value: of its name, or of its start in a list. If it does not exist, of the innermost one that does. */
  placeOf(path: Path): Place;
  problems: FileProblem[];
}

interface Step {
  node: unknown;
  /** Offset in the text. */
  at: number;
}

const startOf = (node: unknown): number => (node as Partial<Node> | null)?.range?.[0] ?? 0;

function stepInto({ node, at }: Step, name: string | number): Step | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(name));
    return pair && { node: (pair as Pair).value, at: startOf(pair.key) };
  }
  const entry = isSeq(node) ? node.items[Number(name)] : undefined;
  return entry === undefined ? undefined : { node: entry, at: startOf(entry) || at };
}

function offsetOf(root: unknown, path: Path): number {
  let step: Step = { node: root, at: startOf(root) };
  for (const name of path) {
    const next = stepInto(step, name);
    if (!next) return step.at;
    step = next;
  }
  return step.at;
}

/** Parses a YAML 1.2 file. */
export function parseYaml(file: string, text: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  return {
    value: document.errors.length > 0 ? undefined : document.toJS(),
    placeOf: (path) => placeAt(offsetOf(document.contents, path)),
    problems: document.errors.map(({ message, pos }) => ({ ...placeAt(pos[0]), message })),
  };
}
