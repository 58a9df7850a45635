/** A token as the parser shows it, as people call it. */
function tokenName(token: string): string {
  const text = token.trim();
  if (text.includes('<EOF>')) return 'the end of the model';
  if (/^'?(?:\\r|\\n|NEWLINE)+'?$/.test(text)) return 'the end of the line';
  if (/^'? '?$/.test(token) || text === 'WHITESPACE') return 'a space';
  return text.replaceAll(/\\[rn].*(?='$)/g, '');
}

const forms: readonly RegExp[] = [
  /^mismatched input (?<found>'.*?'|<EOF>) expecting (?<expected>.*)$/s,
  /^extraneous input (?<found>'.*?'|<EOF>) expecting (?<expected>.*)$/s,
  /^missing (?<expected>.*?) at (?<found>'.*?'|<EOF>)$/s,
  /^no viable alternative at input (?<found>'.*?'|<EOF>)$/s,
  /^token recognition error at: (?<found>.*)$/s,
];

/** The expected keyword, if there is only one; lists of tokens describe the parser rather than the model. */
const keyword = (expected: string | undefined): string | undefined =>
  expected !== undefined && /^'[^\s'\\]+'$/.test(expected) ? expected : undefined;

/** A syntax error in plain words: the token that was found, and the expected keyword if there is only one. */
export function syntaxDetail(message: string): string {
  const groups = forms.map((form) => form.exec(message)?.groups).find((found) => found);
  if (!groups?.['found']) return message;
  const expected = keyword(groups['expected']);
  return `unexpected ${tokenName(groups['found'])}${expected ? `, expected ${expected}` : ''}`;
}
