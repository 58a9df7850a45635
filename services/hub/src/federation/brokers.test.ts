import { expect, test } from 'vitest';
import { brokers } from './brokers.ts';

const order = {
  tenantId: 'tnt_1',
  origin: 'https://acme.example.com',
  issuer: 'https://acme.example.com',
  loginId: 'login-1',
  connection: 'dir_1',
  loginHint: '',
  uiLocales: [],
};
const config = {
  issuer: 'https://idp.example.com',
  clientId: 'platform',
  scopes: ['openid'],
  claimMapping: {},
  requireVerifiedEmail: true,
};

test('an identity provider that cannot be reached is logged with the cause', async () => {
  const lines: object[] = [];
  const keep = (line: object): void => void lines.push(line);
  const { begin } = brokers({
    db: {} as never,
    directory: () =>
      ({
        GetConnection: async () => ({
          kind: 'oidc',
          configJson: JSON.stringify(config),
          secret: '',
        }),
      }) as never,
    social: () => ({}) as never,
    egress: {
      request: async () => {
        throw new Error('dns_failed', { cause: new Error('no usable DNS response') });
      },
    },
    log: { info: keep, warn: keep } as never,
  });
  await expect(begin('oidc', order)).rejects.toMatchObject({ reason: 'connection_unavailable' });
  expect(lines).toEqual([
    {
      tenantId: 'tnt_1',
      connectionId: 'dir_1',
      kind: 'oidc',
      reason: 'connection_unavailable',
      detail: expect.stringContaining('dns_failed: no usable DNS response'),
    },
  ]);
});
