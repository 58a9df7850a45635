import { describe, expect, it } from 'vitest';
import { areaIn, withoutOperationIds } from './program.ts';
import { runCommand } from './run.ts';

async function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  const [out, notes]: [string[], string[]] = [[], []];
  const terminal = {
    print: (line: string) => out.push(line),
    note: (line: string) => notes.push(line),
    columns: 80,
    ask: undefined,
  };
  const code = await runCommand(args, {
    terminal,
    env: { TENANTCTL_CONFIG_DIR: '/nonexistent', ...env },
  });
  return { code, out: out.join('\n'), notes: notes.join('\n') };
}

describe('help', () => {
  it('of the program lists the areas and the commands of its own', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const name of ['login', 'users', 'import', 'webhooks', 'audit-exports', 'completion'])
      expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it('of an area lists nested commands with their arguments', async () => {
    const { out } = await run(['users', '--help']);
    expect(out).toContain('  show <user> ');
    expect(out).toContain('  organizations list <id> ');
  });

  it('of a command has its options by group, its scopes and its operation', async () => {
    const { out } = await run(['users', 'list', '--help']);
    expect(out).toMatch(/Filters:\n {2}--email <text>/);
    expect(out).toContain('active, suspended or deactivated.');
    expect(out).toContain('Scopes:     tenant:users.read');
    expect(out).toContain('userDirectoryList, GET /api/v1/directory/users');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('marks what is required, also in objects that are', async () => {
    const { out } = await run(['role-assignments', 'create', '--help']);
    expect(out).toMatch(/--principal\.type <type> +Required\./);
    expect(out).not.toContain('--principal <json>');
  });
});

describe('a command line', () => {
  it.each([
    [['users', 'list'], 'users'],
    [['-o', 'json', 'users', 'list'], 'users'],
    [['--output=json', '--profile', 'users', 'roles', 'list'], 'roles'],
    [['--verbose', 'roles'], 'roles'],
    [['--help'], undefined],
  ])('%j is of the area %s', (args, area) => {
    expect(areaIn(args)).toBe(area);
  });

  it('names an operation by its id', () => {
    expect(
      withoutOperationIds(['-o', 'json', 'api', 'userDirectoryListOrganizations', 'usr_1']),
    ).toEqual(['-o', 'json', 'users', 'organizations', 'list', 'usr_1']);
    expect(() => withoutOperationIds(['api', 'userDirectoryLst'])).toThrow(
      'Did you mean userDirectoryList?',
    );
  });

  it.each([
    [['user', 'list'], 2, 'Did you mean users?'],
    [['users', 'lst'], 2, 'Did you mean list?'],
    [['users', 'get'], 2, "missing required argument 'id'"],
    [['users', 'get', 'org_1'], 2, 'must be an id that begins with usr_'],
    [['users', 'create'], 2, 'Set --email, --username or --phone-number.'],
    [['users', 'list', '--limit', '0'], 2, 'above zero'],
    [['users', 'list', '--all', '--limit', '5'], 2, 'cannot be used with'],
    [['users', 'list', '--query', '[?id'], 2, 'It is no JMESPath expression'],
    [['users', 'list', '--query', 'id', '--columns', 'id'], 2, 'cannot be used with'],
    [['users', 'list'], 3, 'You are not signed in'],
    [['users', 'list', '--profile', 'acme'], 3, 'There is no profile acme'],
    [['api', 'nothing'], 2, 'There is no operation nothing'],
    [['login'], 2, 'Set --issuer'],
    [['login', '--issuer', 'acme'], 2, '--issuer must be a URL'],
    [
      ['login', '--issuer', 'https://a.example', '--client-id', 'x'],
      2,
      '--client-id requires the secret',
    ],
  ])('%j exits with %i', async (args, code, reason) => {
    const ended = await run(args);
    expect(ended).toMatchObject({ code, notes: expect.stringContaining(reason) });
  });

  it('takes options before the name of the command, too', async () => {
    const { code, out } = await run(['-o', 'json', 'users', 'get', 'usr_1', '--dry-run']);
    expect([code, out.split('\n')[0]]).toEqual([
      0,
      'GET https://api.example.com/api/v1/directory/users/usr_1',
    ]);
  });
});

it('a dry run shows the request with its body, and no secret', async () => {
  const { out } = await run([
    'users',
    'create',
    '--email',
    'a@b.c',
    '--no-email-verified',
    '--idempotency-key',
    'k1',
    '--dry-run',
  ]);
  expect(out).toContain('POST https://api.example.com/api/v1/directory/users');
  expect(out).toContain('authorization: Bearer (hidden)');
  expect(out).toContain('idempotency-key: k1');
  expect(JSON.parse(out.slice(out.indexOf('\n\n')))).toEqual({
    email: 'a@b.c',
    emailVerified: false,
  });
});
