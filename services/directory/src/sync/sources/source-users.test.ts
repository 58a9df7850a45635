import type { DirectoryConfigOf } from '@platform/contracts';
import { describe, expect, test } from 'vitest';
import { googleUser } from './google/google-users.ts';
import { graphUser } from './graph/graph-users.ts';
import { ldapUser } from './ldap/ldap-users.ts';
import { enterpriseUrn } from '../../scim-urns.ts';

const ldap: DirectoryConfigOf<'ldap'> = {
  urls: ['ldaps://ldap.example.com'],
  startTls: false,
  baseDn: 'dc=example,dc=com',
  userFilter: '(objectClass=person)',
  vendor: 'openldap',
  pageSize: 500,
};

describe('source users', () => {
  test('have an employee number, a department and an organization', () => {
    const expected = { employeeNumber: '7', department: 'Sales', organization: 'Example' };
    const google = googleUser({
      organizations: [{ name: 'Example', department: 'Sales', costCenter: '42', primary: true }],
      externalIds: [
        { type: 'custom', value: 'x' },
        { type: 'organization', value: '7' },
      ],
    });
    expect(google.resource[enterpriseUrn]).toEqual({ ...expected, costCenter: '42' });
    const graph = graphUser({
      employeeId: '7',
      department: 'Sales',
      companyName: 'Example',
      employeeOrgData: { division: 'EU', costCenter: null },
    });
    expect(graph.resource[enterpriseUrn]).toEqual({ ...expected, division: 'EU' });
    const entry = { dn: 'uid=ada', employeeNumber: '7', departmentNumber: 'Sales', o: ['Example'] };
    expect(ldapUser(entry, ldap).resource[enterpriseUrn]).toEqual(expected);
  });

  test('omit employee attributes that the source does not have', () => {
    for (const { resource } of [googleUser({}), graphUser({}), ldapUser({ dn: 'uid=ada' }, ldap)])
      expect(resource).not.toHaveProperty(enterpriseUrn);
  });
});
