import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { measuredNode } from './machine.ts';

const file = fileURLToPath(new URL('../RESULTS.md', import.meta.url));
const opening = '# Measured\n\nWritten by `npm run bench`; each section is of one run.\n';

/**
 * Replaces one section of `bench/RESULTS.md`, between its markers, and shows it. What was measured with another major version of
 * Node than this process runs on has a section of its own.
 */
export function writeSection(benchmark: string, body: string): void {
  const [own, measured] = [process.version, measuredNode()].map((version) => version.split('.')[0]);
  const suffix = own === measured ? '' : `, Node ${measured?.slice(1)}`;
  const name = `${benchmark}${suffix}`;
  const markdown = body.trim().replace(/^## .*/, `$&${suffix}`);
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const section = `${begin}\n${markdown}\n${end}`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : opening;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  writeFileSync(
    file,
    from >= 0 && to > from
      ? text.slice(0, from) + section + text.slice(to + end.length)
      : `${text.trimEnd()}\n\n${section}\n`,
  );
  console.log(markdown);
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
