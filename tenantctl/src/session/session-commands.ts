import { usageError } from '@platform/command-line/failure';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { optionsOf, withCommonOptions } from '../common-options.ts';
import type { CommonOptions } from '../common-options.ts';
import { removeToken } from './access-token-file.ts';
import { loginCommand } from './login-command.ts';
import { changeProfiles, configFolder, readProfiles } from './profiles.ts';
import { secretStore } from './secret-store.ts';
import type { Session } from './session.ts';
import { claimsOf } from './token-claims.ts';

const group = 'Start here:';

/** Deletes a profile with its secret and its tokens. */
async function forget(env: NodeJS.ProcessEnv, named: string | undefined): Promise<string> {
  const folder = configFolder(env);
  const { current, profiles } = await readProfiles(folder);
  const name = named ?? current;
  const profile = name === undefined ? undefined : profiles[name];
  if (name === undefined || !profile)
    throw usageError(
      name === undefined ? 'You are not signed in.' : `There is no profile ${name}.`,
    );
  await secretStore(folder, profile).remove(name);
  await removeToken(folder, name);
  await changeProfiles(folder, (stored) => {
    const { [name]: _, ...rest } = stored.profiles;
    const next = stored.current === name ? Object.keys(rest)[0] : stored.current;
    return { current: next, profiles: rest };
  });
  return name;
}

const tokenOf = async ({ token }: Session): Promise<string> =>
  typeof token === 'string' ? token : token({});

/** Who is signed in. */
async function identity(session: Session): Promise<object> {
  const { api, profileName, profile } = session;
  const { subject, tenantId, scopes, expiresAt } = claimsOf(await tokenOf(session)) ?? {};
  return {
    profile: profileName ?? null,
    subject: subject ?? null,
    tenantId: tenantId ?? null,
    issuer: profile?.issuer ?? null,
    api,
    clientId: profile?.clientId ?? null,
    tokenExpiresAt: expiresAt ?? null,
    scopes: scopes ?? [],
  };
}

function profilesCommand(program: Command, { env, terminal, output }: Cli): void {
  const profiles = program.command('profiles').description('Stored sign-ins').helpGroup(group);
  const list = withCommonOptions(profiles.command('list').description('Lists the stored sign-ins'));
  list.action(async () => {
    const stored = await readProfiles(configFolder(env));
    const rows = output(list).rows(['name', 'current', 'issuer', 'as', 'clientId']);
    rows.add(
      Object.entries(stored.profiles).map(([name, one]) => ({
        name,
        current: name === stored.current,
        ...one,
      })),
    );
    rows.end('There are no profiles. Run `tenantctl login`.');
  });
  profiles
    .command('use')
    .description('Selects the sign-in that is used if --profile names no other')
    .argument('<name>', 'Name of the profile')
    .action(async (name: string) => {
      const folder = configFolder(env);
      const { profiles: known } = await readProfiles(folder);
      if (!known[name]) throw usageError(`There is no profile ${name}.`);
      await changeProfiles(folder, (stored) => ({ ...stored, current: name }));
      terminal.note(`Using ${name}.`);
    });
}

/** `login`, `logout`, `whoami` and `profiles`. */
export function sessionCommands(program: Command, cli: Cli): void {
  const { terminal, env } = cli;
  loginCommand(program, cli);
  const logout = withCommonOptions(
    program.command('logout').description('Deletes a stored sign-in').helpGroup(group),
  );
  logout.action(async () => {
    const { profile } = optionsOf<CommonOptions>(logout);
    terminal.note(`Deleted the profile ${await forget(env, profile)}.`);
  });
  const whoami = withCommonOptions(
    program
      .command('whoami')
      .description('Shows who you are, in which tenant, and with which scopes')
      .helpGroup(group),
  );
  whoami.action(async () => cli.output(whoami).record(await identity(await cli.session(whoami))));
  profilesCommand(program, cli);
}
