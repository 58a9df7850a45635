import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../RESULTS.md', import.meta.url));
const opening = '# Measured\n\nWritten by `npm run bench`; each section is of one run.\n';

/** Replaces one section of `bench/RESULTS.md`, between its markers, and shows it. */
export function writeSection(name: string, markdown: string): void {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const section = `${begin}\n${markdown.trim()}\n${end}`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : opening;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  writeFileSync(
    file,
    from >= 0 && to > from
      ? text.slice(0, from) + section + text.slice(to + end.length)
      : `${text.trimEnd()}\n\n${section}\n`,
  );
  console.log(markdown.trim());
}

/** A Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** The middle one, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
