import { terminalApplication, signInAsBrowser } from '../sign-in.ts';
import { managementApi, succeeded } from '../management-api.ts';
import { createOnce, listAll } from './demo-tenant.ts';
import type { DemoGoal } from './demo-tenant.ts';
import { sourceIdOf } from './people.ts';

const roles = [
  {
    key: 'help-desk',
    displayName: 'Help desk',
    description: 'Finds users and helps them to sign in.',
    permissions: ['tenant:users.read', 'tenant:users.write'],
  },
  {
    key: 'auditor',
    displayName: 'Auditor',
    description: 'Reads what has happened.',
    permissions: ['tenant:events.read', 'tenant:compliance.read'],
  },
  {
    key: 'on-call',
    displayName: 'On call',
    description: 'May become more for a while.',
    permissions: ['tenant:pim.elevate'],
  },
];

/** Creates roles, and assigns them to a few people. */
export async function addRoles(
  { api }: DemoGoal,
  users: ReadonlyMap<string, string>,
): Promise<void> {
  for (const role of roles) await createOnce(api, '/roles', role);
  for (let n = 0; n < 18; n += 1) {
    const principal = { type: 'user', id: users.get(sourceIdOf(n)) };
    const role = roles[n % roles.length]?.key;
    await createOnce(api, '/role-assignments', { principal, role });
  }
}

const model = `model
  schema 1.1

type user

type team
  relations
    define member: [user]

type folder
  relations
    define owner: [user]
    define viewer: [user, team#member] or owner

type document
  relations
    define parent: [folder]
    define owner: [user]
    define editor: [user, team#member] or owner
    define viewer: [user] or editor or viewer from parent
    define can_share: owner but not blocked
    define blocked: [user]
`;

const folders = ['contracts', 'handbook', 'invoices', 'minutes', 'roadmap'];

function tuples(users: ReadonlyMap<string, string>): object[] {
  const user = (n: number) => `user:${users.get(sourceIdOf(n)) ?? ''}`;
  const teams = Array.from({ length: 60 }, (_, n) => ({
    subject: user(n),
    relation: 'member',
    object: `team:${['design', 'legal', 'support'][n % 3]}`,
  }));
  const shared = folders.flatMap((folder, n) => [
    { subject: user(n), relation: 'owner', object: `folder:${folder}` },
    { subject: 'team:legal#member', relation: 'viewer', object: `folder:${folder}` },
  ]);
  const documents = Array.from({ length: 100 }, (_, n) => [
    {
      subject: `folder:${folders[n % folders.length]}`,
      relation: 'parent',
      object: `document:${n}`,
    },
    { subject: user(n), relation: 'owner', object: `document:${n}` },
  ]).flat();
  return [...teams, ...shared, ...documents];
}

/** Writes a model and tuples, unless the tenant has a model. */
export async function addRelations(
  { api }: DemoGoal,
  users: ReadonlyMap<string, string>,
): Promise<void> {
  if ((await listAll(api, '/fga/models')).length > 0) return;
  await succeeded(api('POST', '/fga/models', { dsl: model }));
  await succeeded(api('POST', '/fga/tuples:import', { tuples: tuples(users) }));
}

const person = { email: 'hedy@example.com', displayName: 'Hedy Lamarr' };
const terminal = 'demo-terminal';

/** A person who may have a role for a while, with approval. Returns the id of the eligible assignment; undefined if there is one already. */
async function eligibility({ api, password }: DemoGoal): Promise<string | undefined> {
  const user = { ...person, emailVerified: true, credential: { password } };
  const made = await createOnce(api, '/directory/users', user);
  const found = made ?? (await succeeded(api('GET', `/directory/users?email=${person.email}`)));
  const id = made ? made['id'] : (found['data'] as { id: string }[])[0]?.id;
  const principal = { type: 'user', id };
  await createOnce(api, '/role-assignments', { principal, role: 'on-call' });
  const assignment = await createOnce(api, '/pim/eligible-assignments', {
    principal,
    role: 'help-desk',
    rules: { requireApproval: true },
  });
  return assignment && String(assignment['id']);
}

/** Requests an elevation that waits for an approval, as the person who needs it. */
export async function requestElevation(goal: DemoGoal): Promise<void> {
  const eligibleAssignmentId = await eligibility(goal);
  if (eligibleAssignmentId === undefined) return;
  const { api, gateway, tenant, password } = goal;
  const scope = 'openid tenant:pim.elevate';
  await createOnce(api, '/applications', {
    clientId: terminal,
    name: 'Terminal',
    ...terminalApplication,
    allowedScopes: scope.split(' '),
  });
  const { email } = person;
  const client = { issuer: tenant.issuer, clientId: terminal, scope };
  const { accessToken } = await signInAsBrowser({ ...client, email, password });
  await succeeded(
    managementApi(gateway, accessToken)('POST', '/pim/activations', {
      eligibleAssignmentId,
      justification: 'A customer cannot sign in since this morning.',
      ticket: { system: 'Helpdesk', number: '4711' },
    }),
  );
}
