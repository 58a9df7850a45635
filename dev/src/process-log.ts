import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

export interface ProcessLog {
  file: string;
  write(line: string): void;
  close(): Promise<void>;
}

const WARN = 40;

const isWorthShowing = (line: string): boolean => {
  if (!line.startsWith('{'))
    return !/\b(LOG|DEBUG|INF|HINT|DETAIL|STATEMENT)\b/.test(line.slice(0, 80));
  try {
    const { level } = JSON.parse(line) as { level?: number | string };
    return typeof level === 'number'
      ? level >= WARN
      : level === 'warn' || level === 'error' || level === 'fatal';
  } catch {
    return false;
  }
};

/** Writes the output of a process to `{folder}/{name}.log` (the previous run: `.log.1`) and prints warnings and errors. */
export const openProcessLog = (
  folder: string,
  name: string,
  show: (line: string) => void,
  showAll = false,
): ProcessLog => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.log`);
  if (existsSync(file)) renameSync(file, `${file}.1`);
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
  // A full disk must not stop the platform through its log.
  stream.on('error', () => {});
  return {
    file,
    write: (line) => {
      stream.write(`${line}\n`);
      if (showAll || isWorthShowing(line)) show(`${name} | ${line}`);
    },
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
};
