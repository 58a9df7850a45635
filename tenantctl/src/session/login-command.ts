import { usageError } from '@platform/command-line/failure';
import type { Terminal } from '@platform/command-line/terminal';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { commonOptions, optionsOf } from '../common-options.ts';
import type { CommonOptions } from '../common-options.ts';
import { configFolder, readProfiles } from './profiles.ts';
import { claimsOf } from './token-claims.ts';

interface LoginFlags extends CommonOptions {
  issuer?: string;
  api?: string;
  clientId?: string;
  secretFile?: string;
  scope?: string;
  readOnly?: true;
  browser: boolean;
}

const openInBrowser = async (url: string): Promise<void> => {
  const { default: open } = await import('open');
  // Failures are not reported: the address is on the screen.
  const browser = await open(url).catch(() => undefined);
  browser?.on('error', () => undefined);
};

async function issuerOf({ issuer }: LoginFlags, { ask }: Terminal): Promise<string> {
  if (issuer) return issuer;
  if (!ask)
    throw usageError(
      'Set --issuer to the issuer of your tenant, such as https://acme.id.example.com.',
    );
  return (await ask('Issuer of your tenant, such as https://acme.id.example.com: ')).trim();
}

/** The secret is never an argument, which other users of the machine could see. */
async function applicationOf(
  { clientId, secretFile }: LoginFlags,
  { TENANTCTL_CLIENT_SECRET: fromEnvironment }: NodeJS.ProcessEnv,
) {
  if (clientId === undefined) return undefined;
  const { secretText } = await import('../operations/input-file.ts');
  const clientSecret = secretFile === undefined ? fromEnvironment : await secretText(secretFile);
  if (!clientSecret)
    throw usageError(
      '--client-id requires the secret: in TENANTCTL_CLIENT_SECRET, or with --secret-file <file>, where - is standard input.',
    );
  return { clientId, clientSecret };
}

/** Without --issuer, a stored profile is signed in again. Flags take precedence over what is stored. */
async function withStoredProfile(flags: LoginFlags, env: NodeJS.ProcessEnv): Promise<LoginFlags> {
  if (flags.issuer) return flags;
  const { current, profiles } = await readProfiles(configFolder(env));
  const profile = flags.profile ?? current;
  const stored = profile === undefined ? undefined : profiles[profile];
  if (!stored) return flags;
  const { issuer, api, as, clientId, scope } = stored;
  const storedScope = flags.readOnly ? undefined : scope;
  return {
    ...flags,
    profile: profile!,
    issuer,
    api: flags.api || api,
    ...(as === 'application' && { clientId: flags.clientId ?? clientId }),
    ...(storedScope && { scope: flags.scope ?? storedScope }),
  };
}

const loginOptions = (): Option[] => [
  new Option('--issuer <url>', 'Issuer of the tenant').env('TENANTCTL_ISSUER'),
  new Option('--api <url>', 'URL of the API (default: the host of the issuer)').env(
    'TENANTCTL_API',
  ),
  new Option('--client-id <id>', 'Sign in as this application instead of as a user'),
  new Option(
    '--secret-file <file>',
    'File with the secret of the application; - for standard input',
  ),
  new Option('--scope <scopes>', 'Scopes to request, separated by commas (default: all)'),
  new Option('--read-only', 'Request only scopes that read').conflicts('scope'),
  new Option('--no-browser', 'Do not open a browser'),
];

/** `login`. */
export function loginCommand(program: Command, { terminal, env }: Cli): void {
  const command = program
    .command('login')
    .description(
      'Signs in to a tenant.\nWithout --client-id, you confirm a code in a browser, on this or another device. Your roles determine which of the scopes you get. Without --issuer, you sign in to a stored profile again.',
    )
    .summary('Signs in to a tenant, in a browser or as an application')
    .helpGroup('Start here:');
  for (const option of [
    ...loginOptions(),
    ...commonOptions().filter((one) => one.long === '--profile'),
  ])
    command.addOption(option);
  command.action(async () => {
    const { login } = await import('./login.ts');
    const flags = await withStoredProfile(optionsOf<LoginFlags>(command), env);
    const { api, profile: name, scope, readOnly, browser } = flags;
    const {
      name: stored,
      accessToken,
      profile,
    } = await login({
      env,
      terminal,
      issuer: await issuerOf(flags, terminal),
      api,
      name,
      scope,
      readOnly,
      openBrowser: browser && terminal.ask ? openInBrowser : undefined,
      application: await applicationOf(flags, env),
    });
    const { subject = profile.clientId, scopes = [] } = claimsOf(accessToken) ?? {};
    const granted = scopes.filter((one) => one.startsWith('tenant:'));
    terminal.note(
      `Signed in to ${profile.issuer} as ${subject}, with ${granted.length === 1 ? '1 scope' : `${granted.length} scopes`} (profile ${stored}).`,
    );
    if (granted.length === 0)
      terminal.note(
        'You have no role that grants a scope. Ask an administrator of the tenant for one.',
      );
  });
}
