import { createRequire } from 'node:module';
import { failure, usageError } from '@platform/command-line/failure';
import type { Terminal } from '@platform/command-line/terminal';
import { Command } from 'commander';
import { commonOptions, optionsOf } from './common-options.ts';
import type { CommonOptions } from './common-options.ts';
import type { Cli } from './cli.ts';
import { areas, commandOfOperation } from './generated/index.ts';
import { helpStyle } from './help-style.ts';
import { manCommand } from './man-command.ts';
import { areaCommand } from './operations/area-command.ts';
import { nearestName } from '@platform/configuration/nearest-name';
import { ownGroups } from './own-commands.ts';
import { resultOutput } from './output/output.ts';
import { queriedOutput } from './output/queried-output.ts';
import type { Session } from './session/session.ts';
import { sessionCommands } from './session/session-commands.ts';

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

const ending = `
Options of every command:
  -o, --output <format>  table, json, yaml, ndjson or csv (default: table)
  --columns <paths>      Properties to show, separated by commas, such as id,name.givenName
  --query <expression>   Part of the result to show, in JMESPath (jmespath.org)
  --profile <name>       Stored sign-in to use (or TENANTCTL_PROFILE)
  --verbose              Show requests, retries and durations on standard error
  -h, --help             Show help: \`tenantctl users --help\`, \`tenantctl users list --help\`

Exit codes: 0 success, 1 error, 2 usage error, 3 not signed in or not allowed, 4 not found,
5 conflict, 6 unavailable or rate limited, 7 config plan has changes, 130 interrupted.

Examples:
  tenantctl login --issuer https://acme.id.example.com
  tenantctl users list --status active
  tenantctl users create --email ada@example.com --display-name "Ada Lovelace"
  tenantctl users list --all -o csv --columns id,email > users.csv
`;

/** The area that a command line names: its first argument that is no option. */
export function areaIn(args: readonly string[]): string | undefined {
  const valued = new Set(
    commonOptions().flatMap(({ short, long, required }) => (required ? [short, long] : [])),
  );
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (!argument.startsWith('-')) return argument;
    if (valued.has(argument)) i++;
  }
  return undefined;
}

/** `tenantctl api userDirectoryList` is `tenantctl users list`. */
export function withoutOperationIds(args: readonly string[]): readonly string[] {
  const at = args.indexOf('api');
  const operationId = args[at + 1];
  if (areaIn(args) !== 'api' || operationId === undefined || operationId.startsWith('-'))
    return args;
  const command = commandOfOperation[operationId];
  if (command === undefined) {
    const similar = nearestName(operationId, Object.keys(commandOfOperation));
    throw usageError(
      `There is no operation ${operationId}.${similar ? ` Did you mean ${similar}?` : ''}`,
    );
  }
  return [...args.slice(0, at), ...command.split(' '), ...args.slice(at + 2)];
}

export interface ProgramOptions {
  terminal: Terminal;
  env: NodeJS.ProcessEnv;
  /** The areas whose commands are needed; the others have only their name. */
  loaded: (area: string) => boolean;
  isForCompletion?: boolean;
  /** Called when the credentials of the command are known. */
  onSession?: (session: Session) => void;
}

function rootCommand(): Command {
  const program = new Command('tenantctl')
    .description('Manages a tenant: users, sign-in, access, events and everything else in the API.')
    .usage('<command> [options]')
    .version(version, '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Show help')
    .enablePositionalOptions()
    .addHelpText('after', ending);
  for (const option of commonOptions()) program.addOption(option);
  return program;
}

/** The commands of a tenant's administrators. */
export async function tenantctl(options: ProgramOptions): Promise<Command> {
  const { terminal, env, loaded, isForCompletion = false, onSession } = options;
  const program = rootCommand();
  program.configureHelp(helpStyle(program, isForCompletion));
  const cli: Cli = {
    terminal,
    env,
    async session(command) {
      const { openSession } = await import('./session/session.ts');
      const session = await openSession(env, terminal, optionsOf<CommonOptions>(command));
      onSession?.(session);
      return session;
    },
    output: (command) => {
      const { output: format = 'table', columns, query } = optionsOf<CommonOptions>(command);
      const output = resultOutput(terminal, { format, columns });
      return query ? queriedOutput(terminal, output, { query, format }) : output;
    },
  };
  sessionCommands(program, cli);
  for (const area of areas) await areaCommand(program, area, cli, loaded(area.name));
  for (const { name, group, about, add } of ownGroups) {
    const command = program
      .command(name)
      .description(`${about}.`)
      .summary(about)
      .helpGroup(`${group}:`);
    if (loaded(name)) await (await add())(command, cli);
  }
  manCommand(program, cli, () => tenantctl({ ...options, loaded: () => true }));
  program
    .command('api')
    .description('Calls an operation by its id, with the options of its command')
    .argument('<operation-id>', 'Such as userDirectoryList')
    .helpGroup('Other:')
    .action((operationId: string) => {
      throw failure('usage', `There is no operation ${operationId}.`);
    });
  // The real command comes with the library that completes, which is loaded only for it.
  if (!loaded('completion'))
    program
      .command('completion <shell>')
      .description('Prints the completion script of bash, zsh, fish or powershell')
      .helpGroup('Other:');
  return program;
}
