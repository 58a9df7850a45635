import { auditVerification } from '@platform/command-line/audit-verification';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { withCommonOptions } from '../common-options.ts';
import { exportCommand } from './export-command.ts';

/** `audit export|verify`. */
export function auditCommands(audit: Command, cli: Cli): void {
  exportCommand(audit, cli);
  const verify = auditVerification(audit, () => cli.output(verify));
  withCommonOptions(verify);
}
