import { newId } from '@platform/kit/ids';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import type { ContractCase } from './sibling-contract.ts';

/** An access service, real or fake, with a tenant. */
export interface AccessWorld {
  tenantId: string;
  /** Returns a client of the service for calls as this account. */
  as(account: string): RpcPeer;
}

type Evaluate = Parameters<RpcClient<'platform.fga.v1.AccessPolicies'>['Evaluate']>[0];

const rejected = { problem: 'invalid_parameter' };
const principal = { type: 'user', id: newId('user') };

const evaluate = ({ as, tenantId }: AccessWorld, request: Evaluate, account = 'hub') =>
  as(account)
    .service('platform.fga.v1.AccessPolicies')
    .Evaluate({ tenantId, clientId: 'ledger', principal, phase: 'token', ...request });

const accessOf = ({ as, tenantId }: AccessWorld, type: string) =>
  as('hub')
    .service('platform.fga.v1.PrincipalAccess')
    .Get({ tenantId, principal: { type, id: 'ledger' } });

const validate = ({ as, tenantId }: AccessWorld, keys: string[]) =>
  as('directory').service('platform.fga.v1.Roles').ValidateRoles({ tenantId, keys });

/** Behavior of the access service that the hub, the gateway and the directory rely on. */
export const accessContract: readonly ContractCase<AccessWorld>[] = [
  {
    name: 'a client without policies is allowed, and nothing is shortened',
    ask: (world) => evaluate(world, {}),
    answer: { outcome: 'allow', session: { maxAccessTokenSeconds: 0, maxSessionSeconds: 0 } },
  },
  {
    name: 'policies are those of a client',
    ask: (world) => evaluate(world, { clientId: '' }),
    answer: rejected,
  },
  {
    name: 'policies are about a user or a client',
    ask: (world) => evaluate(world, { principal: { type: 'service', id: 'hub' } }),
    answer: rejected,
  },
  {
    name: 'policies are evaluated for the hub alone',
    ask: (world) => evaluate(world, {}, 'directory'),
    answer: { problem: 'caller_not_allowed' },
  },
  {
    name: 'a principal is a user or a client',
    ask: (world) => accessOf(world, 'service'),
    answer: rejected,
  },
  {
    name: 'a client without assignments has no elevation, and the answer may be kept',
    async ask(world) {
      const { elevated, scopes, maxAgeSeconds } = await accessOf(world, 'client');
      return { elevated, scopes, isKept: maxAgeSeconds > 0 };
    },
    answer: { elevated: [], scopes: [], isKept: true },
  },
  {
    name: 'entitlements are those of a tenant',
    ask: ({ as }) => as('hub').service('platform.fga.v1.Entitlements').Get({ tenantId: 'acme' }),
    answer: rejected,
  },
  {
    name: 'an unknown role does not exist',
    ask: (world) => validate(world, ['nobody']),
    answer: { roles: [{ key: 'nobody', exists: false, assignable: false }] },
  },
  {
    name: 'at most a thousand roles are validated at once',
    ask: (world) =>
      validate(
        world,
        Array.from({ length: 1_001 }, (_, i) => `role-${i}`),
      ),
    answer: rejected,
  },
];
