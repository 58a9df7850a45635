import { Command, Option } from 'commander';
import type { HubOptions } from './connection.ts';
import { accessRequestsCommand } from './access-requests-command.ts';
import { auditCommand } from './audit-command.ts';
import { ipRulesCommand } from './ip-rules-command.ts';
import { jobsCommand } from './jobs-command.ts';
import { keysCommand } from './keys-command.ts';
import { outboxCommand } from './outbox-command.ts';
import { tenantsCommand } from './tenants-command.ts';

/** The commands of an operator. `print` gets one line at a time. */
export function platformctl(print: (line: string) => void): Command {
  const program = new Command('platformctl')
    .description('Operates the platform.')
    .addOption(
      new Option('--hub <host:port>', 'gRPC address of the hub')
        .env('PLATFORMCTL_HUB')
        .default('localhost:9180'),
    )
    .addOption(
      new Option(
        '--token-file <file>',
        "projected token of the operator's service account, audience hub",
      ).env('PLATFORMCTL_TOKEN_FILE'),
    )
    .addOption(
      new Option(
        '--bearer-file <file>',
        "access token of the platform's issuer with platform:tenants.read or .write",
      ).env('PLATFORMCTL_BEARER_FILE'),
    )
    .showHelpAfterError();
  const options = (): HubOptions => program.opts<HubOptions>();
  tenantsCommand(program, options, print);
  keysCommand(program, options, print);
  ipRulesCommand(program, options, print);
  outboxCommand(program, print);
  jobsCommand(program, options, print);
  auditCommand(program, print);
  accessRequestsCommand(program, print);
  return program;
}
