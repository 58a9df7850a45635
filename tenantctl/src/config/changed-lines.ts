import { diffLines } from 'diff';

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');
const around = 2;

/** Unchanged lines, of which only those next to a change are shown. */
function contextLines(lines: string[], { isFirst, isLast }: Record<'isFirst' | 'isLast', boolean>) {
  const before = isFirst ? [] : lines.slice(0, around);
  const after = isLast ? [] : lines.slice(-around);
  if (before.length + after.length >= lines.length) return lines.map((line) => `  ${line}`);
  return [...before.map((line) => `  ${line}`), '  …', ...after.map((line) => `  ${line}`)];
}

/** The lines that differ between two texts, with a little of what is around them. */
export function changedLines(before: unknown, after: unknown): string[] {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const parts = diffLines(text(before), text(after));
  return parts.flatMap(({ value, added, removed }, index) => {
    const lines = linesOf(value);
    if (added) return lines.map((line) => `+ ${line}`);
    if (removed) return lines.map((line) => `- ${line}`);
    return contextLines(lines, { isFirst: index === 0, isLast: index === parts.length - 1 });
  });
}
