import { createInterface } from 'node:readline/promises';

/** Where a command reads and writes. */
export interface Terminal {
  /** Writes a line of the result. */
  print: (line: string) => void;
  /** Writes a line about the command itself, beside the result. */
  note: (line: string) => void;
  /** Width of the result; undefined where it is not shown on a terminal. */
  columns: number | undefined;
  /** Asks a person; undefined where there is none. */
  ask: ((question: string) => Promise<string>) | undefined;
}

async function ask(question: string): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await prompt.question(question);
  } finally {
    prompt.close();
  }
}

/** The terminal of this process. */
export const processTerminal = (): Terminal => ({
  print: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  ask: process.stdin.isTTY && process.stderr.isTTY ? ask : undefined,
});
