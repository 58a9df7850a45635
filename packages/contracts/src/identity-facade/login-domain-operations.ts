import { Deletion } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import { LoginDomain, LoginDomainList, RegisterLoginDomainRequest } from './login-domain.ts';

const read = allOf('tenant:idp.read');
const write = allOf('tenant:idp.write');
const path = '/api/v1/login-experience/domains';

/** Operations on a tenant's own hosts for its login pages. */
export const loginDomainOperations = operations({
  loginExperienceListDomains: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists login domains',
    response: LoginDomainList,
    errors: [],
    noEtag: true,
  },
  loginExperienceRegisterDomain: {
    method: 'post',
    path,
    scopes: write,
    summary: 'Registers a login domain',
    body: RegisterLoginDomainRequest,
    response: LoginDomain,
    errors: ['already_exists', 'limit_exceeded'],
    noEtag: true,
    description:
      'Returns the DNS records to create. The platform checks them automatically; if they do not appear within a week, the registration is deleted.',
  },
  loginExperienceDeleteDomain: {
    method: 'delete',
    path: `${path}/{domain}`,
    scopes: write,
    summary: 'Deletes a login domain',
    response: Deletion,
    errors: [],
  },
  loginExperienceVerifyDomain: {
    method: 'post',
    path: `${path}/{domain}/verify`,
    scopes: write,
    summary: 'Checks the DNS records of a login domain now',
    response: LoginDomain,
    errors: ['conflict'],
    mode: 'external',
    noEtag: true,
    firstByteSeconds: 30,
    description:
      'Returns the result of the check. If no name server responds, returns an error and changes nothing.',
  },
});
