import { auditVerification } from '@platform/command-line/audit-verification';
import type { Command } from 'commander';
import type { Cli } from './cli.ts';

/** `audit verify`. */
export function auditCommand(program: Command, { output }: Cli): void {
  const audit = program.command('audit').description('Exports of the audit log');
  auditVerification(audit, output);
}
