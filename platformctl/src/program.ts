import { createRequire } from 'node:module';
import { Command, Option } from 'commander';
import { accessRequestsCommand } from './access-requests-command.ts';
import { auditCommand } from './audit-command.ts';
import type { Cli } from './cli.ts';
import type { ServerConnectionOptions } from './connection.ts';
import { deadLettersCommand } from './dead-letters-command.ts';
import { entitlementsCommand } from './entitlements-command.ts';
import { erasureCertificatesCommand } from './erasure-certificates-command.ts';
import { ipRulesCommand } from './ip-rules-command.ts';
import { jobsCommand } from './jobs-command.ts';
import { keysCommand } from './keys-command.ts';
import { outboxCommand } from './outbox-command.ts';
import { formats, output } from '@platform/command-line/output';
import type { Format } from '@platform/command-line/output';
import { tenantsCommand } from './tenants-command.ts';
import type { Terminal } from '@platform/command-line/terminal';
import { webhooksCommand } from './webhooks-command.ts';

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

const endings = `
Exit codes: 0 success, 1 error, 2 usage error, 4 not found.`;

const rootCommand = (): Command =>
  new Command('platformctl')
    .description('Operates the platform.')
    .version(version, '--version', 'Print the version')
    .helpOption('-h, --help', 'Show help')
    .addOption(
      new Option('-o, --output <format>', 'Form of the result').choices(formats).default('table'),
    )
    .addOption(
      new Option('--hub <host:port>', 'gRPC address of the hub')
        .env('PLATFORMCTL_HUB')
        .default('localhost:9180'),
    )
    .addOption(
      new Option('--token-file <file>', 'Projected token of the operator for the hub').env(
        'PLATFORMCTL_TOKEN_FILE',
      ),
    )
    .addOption(
      new Option(
        '--token-directory <directory>',
        'Projected tokens of the operator, with a file for each service (default: the directory of --token-file)',
      ).env('PLATFORMCTL_TOKEN_DIRECTORY'),
    )
    .addOption(
      new Option(
        '--bearer-file <file>',
        "Access token of the platform's issuer with platform:tenants.read or .write, for the hub",
      ).env('PLATFORMCTL_BEARER_FILE'),
    )
    .addHelpText('after', endings)
    .configureHelp({ showGlobalOptions: true });

/** The commands of an operator. */
export function platformctl(terminal: Terminal): Command {
  const program = rootCommand();
  const cli: Cli = {
    terminal,
    connection: () => program.opts<ServerConnectionOptions>(),
    output: () => output(terminal, program.opts<{ output: Format }>().output),
  };
  tenantsCommand(program, cli);
  entitlementsCommand(program, cli);
  keysCommand(program, cli);
  ipRulesCommand(program, cli);
  webhooksCommand(program, cli);
  deadLettersCommand(program, cli);
  jobsCommand(program, cli);
  outboxCommand(program, cli);
  auditCommand(program, cli);
  accessRequestsCommand(program, cli);
  erasureCertificatesCommand(program, cli);
  return program;
}
