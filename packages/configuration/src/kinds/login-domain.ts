import { domainToASCII } from 'node:url';
import { RegisterLoginDomainRequest } from '@platform/contracts';
import type { LoginDomain, RegisterLoginDomainRequest as Body } from '@platform/sdk';
import { pick } from '../members/members.ts';
import type { Members } from '../members/members.ts';
import { defineKind } from './kind.ts';

const asLabels = (members: Members): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      typeof value === 'string' ? domainToASCII(value) || value : value,
    ]),
  );

/** Hosts of the login pages. Whether one is verified is a state. */
export const loginDomain = defineKind<LoginDomain, Body>({
  name: 'login-domain',
  path: 'login-experience/domains',
  layout: 'list',
  schema: RegisterLoginDomainRequest,
  key: ['domain'],
  refersBy: 'name',
  creationOnly: ['primary'],
  canonical: asLabels,
  id: ({ domain }) => domain,
  list: async ({ platform }) => (await platform.loginExperience.domains.list()).data,
  project: (domain) => pick(domain, ['domain', 'passkeyRpId']),
  create: ({ platform, body }) => platform.loginExperience.domains.create(body),
  delete: ({ platform, id }) => platform.loginExperience.domains.delete(id),
});
