/** A CEF reader that is independent of the writer: https://www.microfocus.com/documentation/arcsight, "CEF". */
export function readCef(line: string): { head: string[]; extension: Record<string, string> } {
  const head: string[] = [];
  let field = '';
  let i = 0;
  for (; head.length < 7; i += 1) {
    const c = line[i];
    if (c === undefined) throw new Error('the head is not complete');
    if (c === '\\') field += line[(i += 1)];
    else if (c === '|') {
      head.push(field);
      field = '';
    } else field += c;
  }
  const extension: Record<string, string> = {};
  const keys = [...line.slice(i).matchAll(/(?:^|\s)([A-Za-z0-9]+)=/g)];
  keys.forEach((match, n) => {
    const from = match.index + match[0].length;
    const to = keys[n + 1]?.index ?? line.length - i;
    extension[match[1]!] = line
      .slice(i)
      .slice(from, to)
      .replace(/\\(.)/g, (_, c: string) => ({ n: '\n', r: '\r' })[c] ?? c);
  });
  return { head, extension };
}
