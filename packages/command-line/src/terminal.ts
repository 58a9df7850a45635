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
  /** Whether results can be colored. Default: false. */
  hasColor?: boolean;
  /** Replaces the status line of a long command; undefined without a terminal. An empty text removes it. */
  status?: ((text: string) => void) | undefined;
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await prompt.question(question);
  } finally {
    prompt.close();
  }
}

const eraseLine = '\r\x1b[K';

function status(text: string): void {
  process.stderr.write(eraseLine + text.slice(0, Math.max(0, process.stderr.columns - 1)));
}

/** https://no-color.org: any value that is not empty turns colors off. */
const wantsColor = ({ NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean => !NO_COLOR && TERM !== 'dumb';

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  return {
    print: (line) => void stdout.write(`${line}\n`),
    note: (line) => void stderr.write(`${stderr.isTTY ? eraseLine : ''}${line}\n`),
    columns: stdout.isTTY ? stdout.columns : undefined,
    ask: stdin.isTTY && stderr.isTTY ? ask : undefined,
    hasColor: stdout.isTTY && wantsColor(env),
    status: stderr.isTTY ? status : undefined,
  };
}
