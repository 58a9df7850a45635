import { createInterface } from 'node:readline/promises';

/** Input and output of a command. */
export interface Terminal {
  /** Writes a line of the result. */
  print: (line: string) => void;
  /** Writes a line about the command itself, to standard error. */
  note: (line: string) => void;
  /** Width of the output; undefined if it is not a terminal. */
  columns: number | undefined;
  /** Prompts the person; undefined without a terminal. */
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
