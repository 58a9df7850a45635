import type { HttpMethod } from '@platform/contracts';
import type { RpcServiceName } from '@platform/protos';

/** An RPC method of the identity service over HTTP. */
export interface RpcRoute {
  service: RpcServiceName;
  rpc: string;
  method: HttpMethod;
  /** Below `/internal/tenants/{tenantId}`. Fields outside the path are in the body, or in the query of GET and DELETE. */
  path: string;
  /** Fields that may occur several times in a query. */
  lists?: readonly string[];
  /** The response is its stream of messages as one `{ "items": [] }`. */
  streams?: boolean;
  /** The call is idempotent. */
  repeatable?: boolean;
}

const experience = 'platform.identity.v1.LoginExperience';
const credentials = 'platform.identity.v1.Credentials';
const social = 'platform.identity.v1.Social';
const dataSubject = 'platform.datasubject.v1.DataSubject';

/**
 * The routes of an identity service in addition to the operations of the API. Messages are those of the proto files, as JSON. A
 * method with several routes uses the first whose path parameters are in the request.
 */
export const rpcRoutes: readonly RpcRoute[] = [
  {
    service: experience,
    rpc: 'ResolveLogin',
    method: 'get',
    path: '/effective-login',
    lists: ['uiLocales'],
    repeatable: true,
  },
  {
    service: experience,
    rpc: 'GetAsset',
    method: 'get',
    path: '/assets/{sha256}',
    repeatable: true,
  },
  { service: credentials, rpc: 'BeginChallenge', method: 'post', path: '/challenges' },
  {
    service: credentials,
    rpc: 'ReportSignIn',
    method: 'post',
    path: '/sign-in-reports',
    repeatable: true,
  },
  {
    service: credentials,
    rpc: 'VerifyChallenge',
    method: 'post',
    path: '/challenges/{challengeId}/verify',
  },
  { service: credentials, rpc: 'VerifyChallenge', method: 'post', path: '/passwords/verify' },
  { service: credentials, rpc: 'SetPassword', method: 'put', path: '/users/{userId}/password' },
  {
    service: credentials,
    rpc: 'CheckPassword',
    method: 'post',
    path: '/passwords/check',
    repeatable: true,
  },
  {
    service: credentials,
    rpc: 'ImportCredentials',
    method: 'post',
    path: '/credentials/import',
    repeatable: true,
  },
  {
    service: credentials,
    rpc: 'Describe',
    method: 'get',
    path: '/users/{userId}/credentials',
    repeatable: true,
  },
  {
    service: credentials,
    rpc: 'RememberDevice',
    method: 'post',
    path: '/users/{userId}/devices',
    repeatable: true,
  },
  {
    service: credentials,
    rpc: 'Remove',
    method: 'delete',
    path: '/users/{userId}/authenticators/{authenticatorId}',
  },
  { service: credentials, rpc: 'Remove', method: 'delete', path: '/users/{userId}/password' },
  { service: social, rpc: 'Begin', method: 'post', path: '/social/{provider}/begin' },
  { service: social, rpc: 'Complete', method: 'post', path: '/social/complete' },
  { service: 'platform.identity.v1.Mail', rpc: 'Send', method: 'post', path: '/emails' },
  { service: dataSubject, rpc: 'Deactivate', method: 'post', path: '/data-subject/deactivate' },
  { service: dataSubject, rpc: 'Reactivate', method: 'post', path: '/data-subject/reactivate' },
  { service: dataSubject, rpc: 'Erase', method: 'post', path: '/data-subject/erase' },
  {
    service: dataSubject,
    rpc: 'Export',
    method: 'post',
    path: '/data-subject/export',
    streams: true,
    repeatable: true,
  },
];

/** Path of the lookup of a login domain, whose tenant is not known yet. */
export const hostPath = '/internal/login-domains/resolve';

/** Names of the parameters in a path. */
export const parametersOf = ({ path }: Pick<RpcRoute, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] as string);
