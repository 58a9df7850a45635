/** A place in a file. Lines and columns count from 1. */
export interface Place {
  file: string;
  line: number;
  column: number;
}

/** What is wrong at a place. */
export interface FileProblem extends Place {
  message: string;
}

const shown = ({ file, line, column, message }: FileProblem): string =>
  `${file}:${line}:${column}: ${message}`;

/** Files that are no valid configuration. `problems` has each fault with its place. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    super(problems.map(shown).join('\n'));
    this.problems = problems;
  }
}
