/** The lines of a model that define something: `document#viewer`, `document`, `condition in_office`. */
function* definitionsIn(text: string): Generator<{ name: string; line: number }> {
  let type = '';
  for (const [index, line] of text.split('\n').entries()) {
    const [, word, name = ''] = /^\s*(type|define|condition)\s+([^\s:(]+)/.exec(line) ?? [];
    if (word === 'type') type = name;
    if (word === undefined) continue;
    const full =
      word === 'define' ? `${type}#${name}` : word === 'type' ? name : `condition ${name}`;
    yield { name: full, line: index + 1 };
  }
}

/** What the text defines at a line, from 1: the definition that begins there or above. */
export function definitionAt(text: string, line: number): string | undefined {
  let found: string | undefined;
  for (const definition of definitionsIn(text)) {
    if (definition.line > line) break;
    found = definition.name;
  }
  return found;
}

/** The line of a definition, from 1. */
export function lineOfDefinition(text: string, name: string): number | undefined {
  for (const definition of definitionsIn(text))
    if (definition.name === name) return definition.line;
  return undefined;
}
