import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

// Digests, so that no secret stays in memory longer than its reader keeps it.
function digestOf(path: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('base64');
  } catch {
    return undefined;
  }
}

const digestsOf = (paths: readonly string[]): ReadonlyMap<string, string | undefined> =>
  new Map(paths.map((path) => [path, digestOf(path)]));

/**
 * Compares files with their content at the time of this call, so call it before they are read.
 * Compares contents, since mounted Secrets are replaced through links, which leave the file's own
 * time unchanged. A change counts once two consecutive checks find the same content, since a file
 * may be written in parts. A missing file is not a change.
 * @returns a function that starts the watch and returns a function that stops it.
 */
export function valueFileWatch(paths: readonly string[]): (options: {
  /** Milliseconds between two checks; 0: never. */
  intervalMs: number;
  /** Called once, with the file that changed. */
  onChange: (path: string) => void;
}) => () => void {
  const atStart = digestsOf(paths);
  return ({ intervalMs, onChange }) => {
    if (paths.length === 0 || intervalMs === 0) return () => undefined;
    let before = atStart;
    const timer = setInterval(() => {
      const now = digestsOf(paths);
      const changed = paths.find(
        (path) =>
          now.get(path) !== undefined &&
          now.get(path) !== atStart.get(path) &&
          now.get(path) === before.get(path),
      );
      before = now;
      if (changed === undefined) return;
      clearInterval(timer);
      onChange(changed);
    }, intervalMs).unref();
    return () => clearInterval(timer);
  };
}
