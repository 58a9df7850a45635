import type { webhookOperations } from '@platform/contracts';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { revokeSecret, rotateSigningSecret } from '../receivers/signing-secrets.ts';
import { endpointSubject, lockedEndpoint, shownEndpoint } from './endpoint-access.ts';
import type { EndpointOptions } from './endpoint-options.ts';
import { storeNextVersion } from './endpoint-update.ts';

type SecretHandlers = Pick<
  Handlers<typeof webhookOperations>,
  'webhookEndpointRotateSecret' | 'webhookEndpointRevokeSecret'
>;

export const secretHandlers = ({
  seals,
  view,
  clock,
}: Pick<EndpointOptions, 'seals' | 'view' | 'clock'>): SecretHandlers => ({
  async webhookEndpointRotateSecret({ tx, params, body, ifMatch }) {
    const { endpoint } = await lockedEndpoint(tx, params.id);
    ifMatch(endpoint.version);
    const now = new Date(clock());
    const { record, secret } = await rotateSigningSecret(tx, seals, endpoint.id, body, now);
    const next = await storeNextVersion(tx, endpoint, now);
    const webhookEndpoint = await shownEndpoint(tx, view, next);
    await tx.publish({
      type: 'webhook.secret_rotated',
      subject: endpointSubject(endpoint.id),
      data: { webhookEndpoint, secret: { id: record.id, last4: record.last4 } },
    });
    return answer({ ...webhookEndpoint, secret }, { version: next.version });
  },

  async webhookEndpointRevokeSecret({ tx, params, ifMatch }) {
    const { endpoint } = await lockedEndpoint(tx, params.id);
    ifMatch(endpoint.version);
    const now = new Date(clock());
    const revoked = await revokeSecret(tx, endpoint.id, params.secretId, now);
    const next = await storeNextVersion(tx, endpoint, now);
    const webhookEndpoint = await shownEndpoint(tx, view, next);
    await tx.publish({
      type: 'webhook.secret_revoked',
      subject: endpointSubject(endpoint.id),
      data: { webhookEndpoint, secret: { id: revoked.id, last4: revoked.last4 } },
    });
    return { id: revoked.id, deleted: true as const };
  },
});
