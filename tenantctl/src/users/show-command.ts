import { notFound } from '@platform/command-line/failure';
import { tableLines } from '@platform/command-line/table';
import type { Client, Event, RoleAssignment, User, UserOrganization } from '@platform/sdk';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { withCommonOptions } from '../common-options.ts';
import { pathColumn } from '../output/columns.ts';
import { paint } from '../output/paint.ts';

const days = 30;
const shownSignIns = 10;

async function findUser(client: Client, named: string): Promise<User> {
  const { users } = await import('@platform/sdk/users');
  const resource = users(client);
  if (named.startsWith('usr_')) return resource.get(named);
  if (!named.includes('@')) return resource.getByExternalId(named);
  const { data } = await resource.list({ email: named });
  if (!data[0]) throw notFound(`No user has the address ${named}.`);
  return data[0];
}

async function allOf<T>(entries: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

async function organizationsOf(client: Client, id: string): Promise<readonly UserOrganization[]> {
  const { users } = await import('@platform/sdk/users');
  return allOf(users(client).organizations.list(id));
}

/** What the caller may not read is left out. */
const unlessDenied = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: { code?: string }) => {
    if (error.code === 'insufficient_scope') return undefined;
    throw error;
  });

async function rolesOf(client: Client, principalId: string): Promise<readonly RoleAssignment[]> {
  const { roleAssignments } = await import('@platform/sdk/role-assignments');
  return allOf(roleAssignments(client).list({ principalId }));
}

/** The latest sign-ins and failures, newest first. */
async function signInsOf(client: Client, actorId: string): Promise<readonly Event[]> {
  const { events } = await import('@platform/sdk/events');
  const start = new Date(Date.now() - days * 86_400_000).toISOString();
  const type = 'user.signed_in,user.sign_in_failed';
  let latest: Event[] = [];
  for await (const { data } of events(client).list({ type, actorId, start, limit: 200 }).pages())
    latest = [...latest, ...data].slice(-shownSignIns);
  return latest.toReversed();
}

const signInRow = ({ occurredAt, type, data }: Event) => ({
  occurredAt,
  result: type === 'user.signed_in' ? 'succeeded' : 'failed',
  method: data['method'] ?? null,
  application: data['clientId'] ?? null,
  ip: data['ip'] ?? null,
  country: data['country'] ?? null,
  reason: data['reason'] ?? null,
  sessionId: data['sessionId'] ?? null,
});

/** A heading and a table below it. */
function section(
  { terminal: { print, columns, hasColor = false } }: Cli,
  title: string,
  rows: readonly object[] | undefined,
  paths: readonly string[],
): void {
  if (!rows) return;
  print('');
  print(hasColor ? paint('bold', title) : title);
  if (rows.length === 0) return print('  none');
  const shown = paths.map((path) => pathColumn(path, hasColor));
  for (const line of tableLines(shown, rows, columns === undefined ? undefined : columns - 2).lines)
    print(`  ${line}`);
}

const profileOf = ({
  id,
  email,
  displayName,
  username,
  phoneNumber,
  externalId,
  status,
  statusReason,
  managedBy,
  lastLoginAt,
  createdAt,
}: User) => ({
  id,
  email,
  displayName,
  username,
  phoneNumber,
  externalId,
  status,
  statusReason,
  directory: managedBy?.directoryId ?? null,
  lastLoginAt,
  createdAt,
});

async function show(command: Command, cli: Cli, named: string): Promise<void> {
  const { client } = await cli.session(command);
  const user = await findUser(client, named);
  const [organizations, roles, events] = await Promise.all([
    organizationsOf(client, user.id),
    unlessDenied(rolesOf(client, user.id)),
    unlessDenied(signInsOf(client, user.id)),
  ]);
  const signIns = events?.map(signInRow);
  const output = cli.output(command);
  // Other formats have everything in one document.
  if (output.isStructured)
    return output.record({
      ...user,
      organizations,
      roles: roles ?? null,
      signIns: signIns ?? null,
    });
  output.record(profileOf(user));
  section(cli, 'Organizations', organizations, [
    'organizationName',
    'organizationSlug',
    'state',
    'roles',
    'sources',
    'organizationId',
  ]);
  section(cli, 'Roles', roles, ['role', 'expiresAt', 'createdAt']);
  section(cli, `Sign-ins of the last ${days} days`, signIns, [
    'occurredAt',
    'result',
    'method',
    'ip',
    'country',
    'application',
    'reason',
  ]);
}

/** `users show`. */
export function showCommand(users: Command, cli: Cli): void {
  const command = withCommonOptions(
    users
      .command('show')
      .summary('Shows a user with organizations, roles and recent sign-ins')
      .description(
        'Shows a user with organizations, roles and recent sign-ins.\nWhat your scopes do not allow you to read is left out.',
      )
      .argument('<user>', 'Id, e-mail address or external id'),
  );
  command.action((named: string) => show(command, cli, named));
}
