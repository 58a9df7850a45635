import { expect, test } from 'vitest';
import { overrideFor } from './look.ts';

const both = { clientId: 'app', organizationId: 'org_1', displayName: 'both' };
const client = { clientId: 'app', displayName: 'client' };
const organization = { organizationId: 'org_1', displayName: 'organization' };
const all = [organization, client, both];

test.each([
  [{ clientId: 'app', organizationId: 'org_1' }, 'both'],
  [{ clientId: 'app', organizationId: 'org_2' }, 'client'],
  [{ clientId: 'app' }, 'client'],
  [{ clientId: 'other', organizationId: 'org_1' }, 'organization'],
  [{ clientId: 'other' }, undefined],
])('the most specific override of %j is %s', (audience, name) => {
  expect(overrideFor(all, audience)?.displayName).toBe(name);
});
