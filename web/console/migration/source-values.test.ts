import { describe, expect, it } from 'vitest';
import { plainCreation, plainValues, formWith } from '../../client/plain-values.ts';
import {
  emptySource,
  shownSource,
  sourceFields,
  sourceForm,
  sourceRequest,
} from './source-values.ts';

const source = {
  ...emptySource('auth0'),
  connection: { users: { uploadId: 'mup_1' }, passwords: { url: 'https://a.example/p' } },
};

describe('the form of a migration source', () => {
  it('shows files as the ids of their uploads or their addresses, and sends them back', () => {
    const names = sourceFields('auth0', undefined);
    const values = plainValues(sourceForm, names, shownSource(source));
    expect(values).toMatchObject({
      connection: { users: 'mup_1', passwords: 'https://a.example/p' },
    });
    const body = sourceRequest('auth0', plainCreation(formWith(sourceForm, names), values), []);
    expect(body).toEqual({ kind: 'auth0', connection: source.connection, mapping: [] });
  });

  it('sends a credential only if one has been typed, with the type of its kind', () => {
    const typed = { credential: { bindDn: 'cn=a', password: 'secret' } };
    expect(sourceRequest('ldap', typed, [])).toMatchObject({
      credential: { type: 'ldap_bind', bindDn: 'cn=a', password: 'secret' },
    });
    expect(sourceRequest('ldap', { credential: { bindDn: 'cn=a' } }, [])).not.toHaveProperty(
      'credential',
    );
  });

  it('asks for the chosen credential of HTTP alone', () => {
    expect(sourceFields('http', 'hmac_secret')).not.toContain('credential.token');
    expect(sourceFields('http', 'bearer')).not.toContain('credential.secret');
  });
});
