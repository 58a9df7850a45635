import type { Command } from 'commander';
import type { OperationOptions } from '../common-options.ts';
import type { Area, OperationSpec } from './operation-spec.ts';

/** A command line of an operation, checked. */
export interface OperationCall {
  area: Area;
  spec: OperationSpec;
  parameters: readonly string[];
  query: object;
  body: unknown;
  options: OperationOptions;
  command: Command;
  /** Writes the result, where the command has a form of its own. */
  show?: ((value: unknown, command: Command) => void) | undefined;
}
