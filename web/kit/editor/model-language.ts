import type { StreamParser, StringStream } from '@codemirror/language';

export interface ModelState {
  /** How many braces of a condition are open: inside, the text is CEL. */
  depth: number;
  /** The name that the next word is, if it is one. */
  expects?: 'type' | 'relation' | 'condition';
  /** Whether a list of type restrictions is open. */
  inList: boolean;
}

const starters: Readonly<Record<string, ModelState['expects'] | 'none'>> = {
  model: 'none',
  schema: 'none',
  module: 'none',
  relations: 'none',
  extend: 'none',
  type: 'type',
  define: 'relation',
  condition: 'condition',
};
const operators = new Set(['or', 'and', 'but', 'not', 'from', 'with']);
const constants = new Set(['true', 'false', 'null', 'in']);
const definitions = {
  type: 'typeName.definition',
  relation: 'propertyName.definition',
  condition: 'variableName.definition',
};

/** Whether a word is the first of its line. */
const isFirst = ({ string, start }: StringStream): boolean => string.slice(0, start).trim() === '';

function wordToken(stream: StringStream, state: ModelState, word: string): string | null {
  const { expects } = state;
  if (expects) {
    // Keywords can be names, as in `define type: [user]`.
    state.expects = undefined;
    return definitions[expects];
  }
  const starter = starters[word];
  const startsLine = isFirst(stream) || /^\s*extend\s+$/.test(stream.string.slice(0, stream.start));
  if (starter && startsLine) {
    state.expects = starter === 'none' ? undefined : starter;
    return 'keyword';
  }
  if (operators.has(word)) return 'operatorKeyword';
  return state.inList ? 'typeName' : 'variableName';
}

function expressionToken(stream: StringStream, state: ModelState): string | null {
  if (stream.match(/^"(?:[^"\\]|\\.)*"|^'(?:[^'\\]|\\.)*'/)) return 'string';
  if (stream.match(/^\d+(?:\.\d+)?/)) return 'number';
  const word = stream.match(/^[A-Za-z_]\w*/);
  if (Array.isArray(word)) return constants.has(String(word[0])) ? 'keyword' : 'variableName';
  const character = stream.next();
  if (character === '{') state.depth += 1;
  if (character === '}') state.depth -= 1;
  return null;
}

/** Reads a model token by token. It colors what is wrong without an opinion: the platform judges. */
export const modelParser: StreamParser<ModelState> = {
  name: 'model',
  startState: () => ({ depth: 0, inList: false }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (stream.eatSpace()) return null;
    // `group#member` is no comment: a comment is at the start of a line or after a space.
    if (stream.peek() === '#' && /^$|\s$/.test(stream.string.slice(0, stream.pos))) {
      stream.skipToEnd();
      return 'comment';
    }
    if (state.depth > 0) return expressionToken(stream, state);
    if (stream.match(/^\d+(?:\.\d+)*/)) return 'number';
    const word = stream.match(/^[A-Za-z_][\w-]*/);
    if (Array.isArray(word)) return wordToken(stream, state, String(word[0]));
    const character = stream.next();
    if (character === '[') state.inList = true;
    if (character === ']') state.inList = false;
    if (character === '{') state.depth = 1;
    return null;
  },
  languageData: { commentTokens: { line: '#' } },
};
