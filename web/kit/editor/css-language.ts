import type { StreamParser, StringStream } from '@codemirror/language';

interface CssState {
  inComment: boolean;
  /** How many blocks are open: inside, names before a colon are properties. */
  depth: number;
  inValue: boolean;
}

/** Reads a comment up to its end, which may be on a later line. */
function commentToken(stream: StringStream, state: CssState): string {
  const closes = stream.match(/^.*?\*\//);
  state.inComment = !closes;
  if (!closes) stream.skipToEnd();
  return 'comment';
}

const tokens: readonly (readonly [RegExp, string])[] = [
  [/^"(?:[^"\\]|\\.)*"|^'(?:[^'\\]|\\.)*'/, 'string'],
  [/^@[\w-]+/, 'keyword'],
  [/^--[\w-]+/, 'variableName.definition'],
  [/^#[\da-f]{3,8}\b/i, 'number'],
  [/^-?(?:\d+\.)?\d+(?:%|[a-z]+)?/i, 'number'],
];

function wordToken({ depth, inValue }: CssState, stream: StringStream): string {
  if (inValue) return 'atom';
  return depth > 0 && stream.match(/^\s*:(?!:)/, false) ? 'propertyName' : 'tagName';
}

/** Colors style sheets. */
export const cssParser: StreamParser<CssState> = {
  name: 'css',
  startState: () => ({ inComment: false, depth: 0, inValue: false }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (state.inComment) return commentToken(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match('/*')) return commentToken(stream, state);
    const found = tokens.find(([pattern]) => stream.match(pattern));
    if (found) return found[1];
    if (stream.match(/^[.#]?[A-Za-z_][\w-]*/)) return wordToken(state, stream);
    const character = stream.next();
    if (character === '{') state.depth += 1;
    if (character === '}') state.depth = Math.max(0, state.depth - 1);
    if (character === ':' && state.depth > 0) state.inValue = true;
    if (character === ';' || character === '{' || character === '}') state.inValue = false;
    return null;
  },
  languageData: { commentTokens: { block: { open: '/*', close: '*/' } } },
};
