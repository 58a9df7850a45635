import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '@platform/kit/database';
import type { ApplicationSecretResource } from '@platform/contracts';
import type { Conditional, TransactionScope, RequestContext } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { found, problem } from '@platform/kit/problem';
import { asApplication, asSecret, secretVersion } from './application-resource.ts';
import { settingsOf } from './application-settings.ts';
import { lockedApplication } from './application-store.ts';
import type { ApplicationRecord } from './application-store.ts';
import { isConfidential } from './application-types.ts';
import { checkHoldsScopes } from './scope-rule.ts';
import {
  deleteSecret,
  deleteSecretsExcept,
  expireSecrets,
  insertSecret,
  listLiveSecrets,
} from './secret-store.ts';

const maxLive = 2;

/** Hashes a client secret for storage. Its 256 bits of entropy need no slow hash. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Generates a secret of 43 base64url characters. */
export const newClientSecret = (random: (bytes: number) => Buffer = randomBytes): string =>
  random(32).toString('base64url');

const publishSecret = (
  tx: Tx,
  type: 'client.secret_created' | 'client.secret_deleted',
  row: ApplicationRecord,
  { id, last4, expiresAt }: ApplicationSecretResource,
) =>
  tx.publish({
    type,
    subject: { type: 'client', id: row.clientId },
    data: { client: asApplication(row), secretId: id, last4, expiresAt },
  });

/** Adds a secret to an application whose row is locked or was inserted by the transaction. */
export async function addSecret(
  tx: Tx,
  row: ApplicationRecord,
): Promise<ApplicationSecretResource & { secret: string }> {
  const secret = newClientSecret();
  const shown = asSecret(
    await insertSecret(tx, {
      clientId: row.clientId,
      id: newId('secret'),
      secretHash: secretHash(secret),
      last4: secret.slice(-4),
    }),
  );
  await publishSecret(tx, 'client.secret_created', row, shown);
  return { ...shown, secret };
}

/** Deletes every secret of an application whose row is locked. */
export async function dropSecrets(tx: Tx, row: ApplicationRecord): Promise<void> {
  const live = await listLiveSecrets(tx, row.clientId);
  await deleteSecretsExcept(tx, row.clientId, null);
  for (const one of live) await publishSecret(tx, 'client.secret_deleted', row, asSecret(one));
}

/** Creates a secret; the previous one remains valid for the given time. */
export async function rotateSecret(
  { tx, ifMatch, principal }: TransactionScope & Conditional & Pick<RequestContext, 'principal'>,
  clientId: string,
  expiresPreviousInSeconds: number,
): Promise<ApplicationSecretResource & { secret: string }> {
  const row = await lockedApplication(tx, clientId);
  ifMatch(row.version);
  if (!isConfidential(row.type))
    throw problem('invalid_state', {
      detail: `Applications of type ${row.type} authenticate without a secret`,
    });
  checkHoldsScopes(principal, row.allowedScopes);
  await expireSecrets(tx, clientId, expiresPreviousInSeconds);
  const present = await listLiveSecrets(tx, clientId);
  if (present.length >= maxLive)
    throw problem('limit_exceeded', {
      detail: `An application can have at most ${maxLive} active secrets; delete one first`,
    });
  return addSecret(tx, row);
}

/** Deletes a secret, except the last one of a client that authenticates with it. */
export async function removeSecret(
  { tx, ifMatch }: TransactionScope & Conditional,
  clientId: string,
  secretId: string,
): Promise<void> {
  const row = await lockedApplication(tx, clientId);
  const present = await listLiveSecrets(tx, clientId);
  const secret = found(present.find((s) => s.id === secretId));
  ifMatch(secretVersion(asSecret(secret)));
  const needsOne = settingsOf(row.type, row.settings).tokenEndpointAuthMethod.startsWith(
    'client_secret_',
  );
  if (needsOne && present.length === 1)
    throw problem('invalid_state', {
      detail: 'This is the last secret of the application; create another one before you delete it',
    });
  await deleteSecret(tx, clientId, secretId);
  await publishSecret(tx, 'client.secret_deleted', row, asSecret(secret));
}
