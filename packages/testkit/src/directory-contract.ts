import { newId } from '@platform/kit/ids';
import type { RpcClient } from '@platform/kit/grpc';
import type { ContractCase } from './sibling-contract.ts';

type Directory = RpcClient<'platform.directory.v1.Directory'>;

/** A directory, real or fake, with a tenant. */
export interface DirectoryWorld {
  tenantId: string;
  /** Client of the directory, with the identity of the hub. */
  hub: Directory;
  /** Creates a user and returns its id. */
  user(profile: { email: string; emailVerified: boolean }): Promise<string>;
  /** Creates an organization and returns its id. */
  organization(): Promise<string>;
}

type Provision = Parameters<Directory['ProvisionUser']>[0];

const create = { create: { status: 'active' } };
const newEmail = (): string => `${newId('user')}@example.com`;
const newIdentity = () => ({ issuer: 'https://idp.example.com', subject: newId('user') });
const provision = ({ tenantId, hub }: DirectoryWorld, request: Provision) =>
  hub.ProvisionUser({ tenantId, loginId: newId('request'), ...request });
const owner = (world: DirectoryWorld, email: string) => world.user({ email, emailVerified: true });
const unknownInvitation = newId('invitation');

const provisioning: ContractCase<DirectoryWorld>[] = [
  {
    name: 'a sign-up with an address that somebody has names them, and makes nobody',
    async ask(world) {
      const email = newEmail();
      const id = await owner(world, email);
      const { outcome, userId } = await provision(world, { email, actions: [create] });
      return { outcome, isHolder: userId === id };
    },
    answer: { outcome: 'LINK_REQUIRED', isHolder: true },
  },
  {
    name: 'a user is created once for a login, however often it asks',
    async ask(world) {
      const request = { loginId: newId('request'), email: newEmail(), actions: [create] };
      const [first, again] = [await provision(world, request), await provision(world, request)];
      return { outcomes: [first.outcome, again.outcome], isSame: first.userId === again.userId };
    },
    answer: { outcomes: ['CREATED', 'CREATED'], isSame: true },
  },
  {
    name: 'somebody else who comes back to the same login is somebody else',
    async ask(world) {
      const [loginId, email] = [newId('request'), newEmail()];
      const id = await owner(world, email);
      const known = newIdentity();
      await provision(world, { loginId, identity: known, userId: id });
      const stranger = { loginId, identity: newIdentity(), email: newEmail() };
      const refused = await provision(world, stranger);
      const made = await provision(world, { ...stranger, actions: [create] });
      return { outcomes: [refused.outcome, made.outcome], isOther: made.userId !== id };
    },
    answer: { outcomes: ['REFUSED', 'CREATED'], isOther: true },
  },
  {
    name: 'a stranger with an identity is created by a rule alone',
    ask: (world) => provision(world, { identity: newIdentity(), email: newEmail() }),
    answer: { outcome: 'REFUSED', reason: 'account_not_provisioned' },
  },
  {
    name: 'a rule that joins makes an active member, and one that leaves ends it',
    async ask(world) {
      const [{ tenantId, hub }, identity] = [world, newIdentity()];
      const organizationId = await world.organization();
      const join = { join: { organizationId, roles: [] } };
      const { userId } = await provision(world, {
        identity,
        email: newEmail(),
        actions: [create, join],
      });
      const joined = await hub.ResolveUser({ tenantId, userId });
      const leave = { leave: { organizationId } };
      await provision(world, { identity, userId, actions: [leave] });
      const left = await hub.ResolveUser({ tenantId, userId });
      const isIn = joined.memberships.map((one) => one.organizationId === organizationId);
      return { isIn, states: joined.memberships.map(({ state }) => state), left: left.memberships };
    },
    answer: { isIn: [true], states: ['active'], left: [] },
  },
  {
    name: 'an identity without a subject is nobody',
    ask: (world) =>
      provision(world, { identity: { ...newIdentity(), subject: '' }, email: newEmail() }),
    answer: { outcome: 'REFUSED', reason: 'identity_invalid' },
  },
  {
    name: 'an identity is not taken from its user',
    async ask(world) {
      const identity = newIdentity();
      const [first, second] = await Promise.all(
        [newEmail(), newEmail()].map((e) => owner(world, e)),
      );
      await provision(world, { identity, userId: first });
      return provision(world, { identity, userId: second });
    },
    answer: { outcome: 'REFUSED', reason: 'identity_taken' },
  },
];

const lookups: ContractCase<DirectoryWorld>[] = [
  {
    name: 'an address has its user in any spelling',
    async ask(world) {
      const email = newEmail();
      await owner(world, email);
      return world.hub.ResolveUser({ tenantId: world.tenantId, email: email.toUpperCase() });
    },
    answer: { outcome: 'FOUND' },
  },
  {
    name: 'a malformed address has no user',
    ask: ({ hub, tenantId }) => hub.ResolveUser({ tenantId, email: 'ada@' }),
    answer: { outcome: 'NOT_FOUND' },
  },
  {
    name: 'an address has its user before it is proven, and is told not to be',
    async ask(world) {
      const email = newEmail();
      await world.user({ email, emailVerified: false });
      return world.hub.ResolveUser({ tenantId: world.tenantId, email });
    },
    answer: { outcome: 'FOUND', identifiers: [{ kind: 'email', verified: false }] },
  },
  {
    name: 'what is not the id of a tenant is rejected',
    ask: ({ hub }) => hub.ResolveUser({ tenantId: 'acme', email: newEmail() }),
    answer: { problem: 'invalid_parameter' },
  },
  {
    name: 'an unknown user has no profile to change',
    ask: ({ hub, tenantId }) =>
      hub.PatchProfile({ tenantId, userId: newId('user'), mergePatchJson: '{}' }),
    answer: { problem: 'not_found' },
  },
  {
    name: 'a patch of a profile leaves what it does not name as it was',
    async ask(world) {
      const { tenantId, hub } = world;
      const userId = await owner(world, newEmail());
      const patch = (mergePatchJson: string) =>
        hub.PatchProfile({ tenantId, userId, mergePatchJson });
      await patch('{"name":{"givenName":"Ada"}}');
      const { userJson } = await patch('{"name":{"familyName":"Lovelace"}}');
      return JSON.parse(userJson) as object;
    },
    answer: { emailVerified: true, name: { givenName: 'Ada', familyName: 'Lovelace' } },
  },
  {
    name: 'nobody signs in at an unknown directory',
    ask: ({ hub, tenantId }) => hub.GetConnection({ tenantId, directoryId: newId('directory') }),
    answer: { problem: 'not_found' },
  },
  {
    name: 'an unknown domain has no organization',
    ask: ({ hub, tenantId }) => hub.ResolveDomain({ tenantId, emailOrDomain: newEmail() }),
    answer: { organizationId: '', connections: [] },
  },
  {
    name: 'an unknown invitation is not found',
    ask: ({ hub, tenantId }) =>
      hub.PreviewInvitation({ tenantId, invitationId: unknownInvitation }),
    answer: { outcome: 'NOT_FOUND' },
  },
  {
    name: 'an unknown invitation cannot be accepted',
    async ask(world) {
      const userId = await owner(world, newEmail());
      const request = { userId, invitationId: unknownInvitation, linkIntentId: newId('request') };
      return world.hub.AcceptInvitation({ tenantId: world.tenantId, ...request });
    },
    answer: { outcome: 'NOT_FOUND' },
  },
];

/** Behavior of the directory that the hub relies on. */
export const directoryContract: readonly ContractCase<DirectoryWorld>[] = [
  ...provisioning,
  ...lookups,
];
