import { createRequire } from 'node:module';
import { InvalidArgumentError } from 'commander';
import type * as JmesPath from '@jmespath-community/jmespath';

const load = createRequire(import.meta.url);

/** A part of a result, chosen by an expression of JMESPath. */
export type Query = (value: unknown) => unknown;

/** Reads an expression. The library is loaded when needed. @throws Error if the expression is invalid */
export function parseQuery(expression: string): Query {
  const { compile, TreeInterpreter } = load('@jmespath-community/jmespath') as typeof JmesPath;
  try {
    const tree = compile(expression);
    return (value) => TreeInterpreter.search(tree, value as never);
  } catch (error) {
    throw new InvalidArgumentError(
      `It is no JMESPath expression: ${(error as Error).message.split('\n', 1)[0]}.`,
    );
  }
}
