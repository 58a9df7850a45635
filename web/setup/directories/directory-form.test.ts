import { expect, it } from 'vitest';
import { configOf, creationOf, credentialOf, directoryValues } from './directory-form.ts';

it('sends only the settings of the kind that are filled in', () => {
  const { config } = directoryValues({ config: { urls: ['ldaps://a', 'ldaps://b'], pageSize: 5 } });
  expect(config.urls).toBe('ldaps://a\nldaps://b');
  expect(configOf('ldap', config)).toEqual({
    vendor: 'active_directory',
    urls: ['ldaps://a', 'ldaps://b'],
    userFilter: '(&(objectCategory=person)(objectClass=user))',
  });
  expect(configOf('workspace', config)).toEqual({});
});

it('a directory of Entra is created with its tenant', () => {
  const values = directoryValues({ config: { tenantId: ' initech.example ' } });
  expect(creationOf('cloud_directory', { provider: 'entra', name: 'Entra' }, values)).toEqual({
    kind: 'cloud_directory',
    name: 'Entra',
    provider: 'entra',
    config: { tenantId: 'initech.example' },
  });
});

it('an empty credential is kept', () => {
  const values = directoryValues();
  expect(credentialOf('ldap', values)).toBeUndefined();
  values.credential = { ...values.credential, bindDn: 'cn=a', password: 'b' };
  expect(credentialOf('ldap', values)).toEqual({
    type: 'ldap_bind',
    bindDn: 'cn=a',
    password: 'b',
  });
});
