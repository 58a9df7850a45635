import { diff3Merge } from 'node-diff3';

/** The lines of a text that both changed, if their changes are in different lines; null if they are in the same. */
export function mergeLines(
  base: string,
  { theirs, mine }: { theirs: string; mine: string },
): string | null {
  const [was, their, my] = [base, theirs, mine].map((text) => text.split('\n'));
  const regions = diff3Merge(my ?? [], was ?? [], their ?? [], { excludeFalseConflicts: true });
  const lines: string[] = [];
  for (const region of regions) {
    if (!region.ok) return null;
    lines.push(...region.ok);
  }
  return lines.join('\n');
}

/** Whether a value is text of several lines. */
export const isLines = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('\n');
