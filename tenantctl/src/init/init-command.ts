import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { usageError } from '@platform/command-line/failure';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { optionsOf, withCommonOptions } from '../common-options.ts';
import type { CommonOptions } from '../common-options.ts';
import { addToEnv, readEnv } from './env-file.ts';
import { frameworks } from './frameworks.ts';
import type { Framework } from './frameworks.ts';
import { ignoreEnv } from './git-ignore.ts';
import { showInit } from './init-report.ts';
import { projectIn } from './project.ts';
import type { Project } from './project.ts';
import { registerApplication, wantedApplication } from './registration.ts';
import type { WantedApplication } from './registration.ts';
import { starterFiles, writeStarterFile } from './starter-files.ts';

interface InitFlags extends CommonOptions {
  framework?: string;
  name?: string;
  url?: string;
}

const exampleIssuer = 'https://acme.id.example.com';

/** `@acme/Shop` → `acme-shop-1f0c9a2e` */
function newClientId(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(-40);
  return `${slug || 'app'}-${randomBytes(4).toString('hex')}`.replace(/^-/, '');
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw usageError('--url must be a scheme, a host and a port, such as http://localhost:3000.');
  return url.origin;
}

/** Where browsers find the application. What is in .env stays. */
function urlOf(flags: InitFlags, env: ReadonlyMap<string, string>, { port }: Framework): string {
  const recorded = env.get('APP_URL');
  if (flags.url === undefined) return originOf(recorded ?? `http://localhost:${port}`);
  const url = originOf(flags.url);
  if (recorded !== undefined && recorded !== url)
    throw usageError(`APP_URL in .env is ${recorded}. Change it there, or leave out --url.`);
  return url;
}

/** A project and the application that it has or gets. */
interface Plan {
  project: Project;
  env: ReadonlyMap<string, string>;
  wanted: WantedApplication;
  url: string;
}

async function planOf(folder: string, flags: InitFlags): Promise<Plan> {
  const project = await projectIn(resolve(folder), flags.framework);
  const { framework } = project;
  const env = await readEnv(project.folder);
  const name = flags.name ?? project.name;
  if (env.get('CLIENT_SECRET') && !env.get('CLIENT_ID') && framework.type === 'web')
    throw usageError(
      'CLIENT_SECRET is in .env without CLIENT_ID. Add the client id of its application, or remove the secret.',
    );
  const clientId = env.get(`${framework.prefix}CLIENT_ID`) || newClientId(name);
  const url = urlOf(flags, env, framework);
  return { project, env, url, wanted: wantedApplication(framework, { clientId, name, url }) };
}

function checkIssuer({ env, project }: Plan, issuer: string): void {
  const name = `${project.framework.prefix}ISSUER`;
  const recorded = env.get(name);
  if (recorded !== undefined && recorded !== issuer)
    throw usageError(
      `${name} in .env is ${recorded}, but you are signed in to ${issuer}. Choose the sign-in with --profile, or remove the variable from .env.`,
    );
}

/** The variables that do not come from the platform. */
function variablesOf({ project: { framework }, wanted, url }: Plan, issuer: string) {
  const { prefix, type } = framework;
  return {
    [`${prefix}ISSUER`]: issuer,
    [`${prefix}CLIENT_ID`]: wanted.clientId,
    APP_URL: url,
    ...(type === 'web' && { SESSION_SECRET: randomBytes(32).toString('hex') }),
  };
}

/** Registers the application. Its id is in .env before, so that an interrupted run is continued by the next one. */
async function register(plan: Plan, issuer: string, command: Command, cli: Cli) {
  const { project, env, wanted } = plan;
  const { folder, framework } = project;
  const { client } = await cli.session(command);
  const { applications } = await import('@platform/sdk/applications');
  const resource = applications(client);
  const isIgnored = await ignoreEnv(folder);
  const variables = await addToEnv(folder, variablesOf(plan, issuer));
  const { action, clientSecret } = await registerApplication(resource, wanted, {
    hasSecret: Boolean(env.get('CLIENT_SECRET')),
  });
  if (framework.type === 'web' && !env.get('CLIENT_SECRET')) {
    // The response with the first secret was lost, or the variable was removed: the previous secret is valid for another day.
    const secret = clientSecret ?? (await resource.secrets.create(wanted.clientId)).secret;
    variables.push(...(await addToEnv(folder, { CLIENT_SECRET: secret })));
  }
  return { action, variables, isIgnored };
}

async function issuerOf(command: Command, cli: Cli): Promise<string> {
  const { profile } = await cli.session(command);
  const issuer = profile?.issuer ?? cli.env['TENANTCTL_ISSUER'];
  if (!issuer) throw usageError('Set TENANTCTL_ISSUER to the issuer of your tenant.');
  return issuer;
}

async function init(command: Command, cli: Cli, folder: string): Promise<void> {
  const flags = optionsOf<InitFlags>(command);
  const plan = await planOf(folder, flags);
  const files = starterFiles(plan.project);
  const report = { ...plan, files, output: cli.output(command) };
  if (flags.dryRun) {
    const issuer = await issuerOf(command, cli).catch(() => exampleIssuer);
    return showInit({ ...report, issuer, done: undefined });
  }
  const issuer = await issuerOf(command, cli);
  checkIssuer(plan, issuer);
  const done = await register(plan, issuer, command, cli);
  for (const file of files)
    if (file.state === 'missing') writeStarterFile(plan.project.folder, file);
  showInit({ ...report, issuer, done });
}

/** `init`. */
export function initCommand(command: Command, cli: Cli): void {
  command
    .description(
      [
        'Adds sign-in to the project in a folder.',
        'Registers an application, writes its variables to .env, and the code that signs users in. What exists is never overwritten: the code is shown instead. A second run finds the application by the client id in .env and adds what is missing.',
      ].join('\n'),
    )
    .argument('[folder]', 'Folder of the project', '.')
    .addOption(
      new Option(
        '--framework <name>',
        'Framework (default: the one that the project uses)',
      ).choices(frameworks.map(({ name }) => name)),
    )
    .addOption(
      new Option('--name <text>', 'Name of the application (default: that of the project)'),
    )
    .addOption(
      new Option('--url <url>', 'Where browsers find the application (default: on localhost)'),
    )
    .addOption(new Option('--dry-run', 'Show what would be done, and do nothing'));
  withCommonOptions(command);
  command.action((folder: string) => init(command, cli, folder));
}
