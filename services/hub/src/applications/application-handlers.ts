import type { applicationOperations } from '@platform/contracts';
import { given } from '@platform/kit/database';
import type { Cursors } from '@platform/kit/database';
import { answer } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { asApplication, asSecret, secretVersion } from './application-resource.ts';
import { existingApplication, listApplications } from './application-store.ts';
import type { Applications } from './applications.ts';
import { listLiveSecrets } from './secret-store.ts';
import { removeSecret, rotateSecret } from './secrets.ts';

const usualOverlapSeconds = 86_400;

/** The handlers of the application operations, for the API and for other services. */
export const applicationHandlers = (
  rules: Applications,
  cursors: Cursors,
): Handlers<typeof applicationOperations> => ({
  async applicationList({ principal, query: { type, limit, cursor }, tx }) {
    const bound = { tenantId: principal.tenantId, list: 'applications', filters: { type } };
    const rows = await listApplications(tx, {
      ...given({ type }),
      behind: cursor === undefined ? undefined : cursors.decode(bound, cursor),
      limit: limit + 1,
    });
    return cursors.page(bound, rows, limit, {
      position: (row) => [row.position, row.clientId],
      present: asApplication,
    });
  },
  async applicationCreate({ tx, principal, body }) {
    const { row, clientSecret } = await rules.create(tx, principal, body);
    return answer(
      { ...asApplication(row), ...(clientSecret === undefined ? {} : { clientSecret }) },
      { version: row.version },
    );
  },
  async applicationGet({ tx, params }) {
    const row = await existingApplication(tx, params.clientId);
    return answer(asApplication(row), { version: row.version });
  },
  async applicationUpdate(context) {
    const row = await rules.update(
      context,
      context.params.clientId,
      context.body,
      context.query.allowLockout,
    );
    return answer(asApplication(row), { version: row.version });
  },
  async applicationDelete(context) {
    await rules.remove(context, context.params.clientId, context.query.allowLockout);
    return { id: context.params.clientId, deleted: true };
  },
  async applicationSecretList({ tx, params }) {
    await existingApplication(tx, params.clientId);
    return {
      data: (await listLiveSecrets(tx, params.clientId)).map(asSecret),
      nextCursor: null,
      hasMore: false,
    };
  },
  async applicationSecretCreate({ tx, principal, ifMatch, params, body }) {
    const secret = await rotateSecret(
      { tx, principal, ifMatch },
      params.clientId,
      body?.expiresPreviousInSeconds ?? usualOverlapSeconds,
    );
    return answer(secret, { version: secretVersion(secret) });
  },
  async applicationSecretDelete({ tx, ifMatch, params }) {
    await removeSecret({ tx, ifMatch }, params.clientId, params.secretId);
    return { id: params.secretId, deleted: true };
  },
});
