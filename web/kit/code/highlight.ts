export type TokenKind = 'comment' | 'string' | 'number' | 'keyword' | 'variable' | 'plain';
export interface Token {
  kind: TokenKind;
  text: string;
}

export type Language = 'shell' | 'typescript' | 'json' | 'yaml';

const string = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`;
const number = String.raw`\b\d+(?:\.\d+)?\b`;

// Enough for samples of a few lines. What is read wrongly is shown without color, never changed.
const grammars: Record<Language, RegExp> = {
  shell: new RegExp(
    String.raw`(?<comment>(?<=^|\s)#.*)|(?<string>${string})|(?<variable>\$\{?\w+\}?)|(?<keyword>^\s*(?:curl|npx|npm|tenantctl|export)\b)`,
    'gm',
  ),
  typescript: new RegExp(
    String.raw`(?<comment>\/\/.*)|(?<string>${string}|\`(?:[^\`\\]|\\.)*\`)|(?<keyword>\b(?:import|from|export|const|let|await|async|new|return|if|for|of|null|true|false|undefined)\b)|(?<number>${number})`,
    'gm',
  ),
  json: new RegExp(
    String.raw`(?<variable>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*")|(?<keyword>\b(?:true|false|null)\b)|(?<number>-?${number})`,
    'gm',
  ),
  yaml: new RegExp(
    String.raw`(?<comment>(?<=^|\s)#.*)|(?<variable>^[\s-]*[\w.-]+(?=:))|(?<string>${string})|(?<keyword>\b(?:true|false|null)\b)|(?<number>${number})`,
    'gm',
  ),
};

/** Splits code into tokens. Their texts, one after the other, are the code. */
export function tokensOf(code: string, language: Language): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (const match of code.matchAll(grammars[language])) {
    const found = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined);
    if (match.index > from) tokens.push({ kind: 'plain', text: code.slice(from, match.index) });
    tokens.push({ kind: (found?.[0] ?? 'plain') as TokenKind, text: match[0] });
    from = match.index + match[0].length;
  }
  if (from < code.length) tokens.push({ kind: 'plain', text: code.slice(from) });
  return tokens;
}
