import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '@platform/kit/database';
import type { ApplicationSecretResource } from '@platform/contracts';
import type { Conditional, TransactionScope, RequestContext } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { asApplication, asSecret, secretVersion } from './application-resource.ts';
import { settingsOf } from './application-settings.ts';
import { lockApplication } from './application-store.ts';
import type { ApplicationRow } from './application-store.ts';
import { isConfidential } from './application-types.ts';
import { checkHoldsScopes } from './scope-rule.ts';
import {
  deleteSecret,
  deleteSecretsBut,
  expireSecrets,
  insertSecret,
  listLiveSecrets,
} from './secret-store.ts';

const maxLive = 2;

/** How a client's secret is kept: 256 bits of entropy need no slow hash. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** 43 random base64url characters. */
export const newClientSecret = (random: (bytes: number) => Buffer = randomBytes): string =>
  random(32).toString('base64url');

async function locked(tx: Tx, clientId: string): Promise<ApplicationRow> {
  const row = await lockApplication(tx, clientId);
  if (!row) throw problem('not_found');
  return row;
}

const fact = (
  tx: Tx,
  type: 'client.secret_created' | 'client.secret_deleted',
  row: ApplicationRow,
  { id, last4, expiresAt }: ApplicationSecretResource,
) =>
  tx.publish({
    type,
    subject: { type: 'client', id: row.clientId },
    data: { client: asApplication(row), secretId: id, last4, expiresAt },
  });

/** Gives a new secret to an application whose row is locked, or just inserted. */
export async function addSecret(
  tx: Tx,
  row: ApplicationRow,
): Promise<ApplicationSecretResource & { secret: string }> {
  const secret = newClientSecret();
  const inserted = await insertSecret(tx, row.clientId, {
    id: newId('secret'),
    hash: secretHash(secret),
    last4: secret.slice(-4),
  });
  if (!inserted) throw new Error('the secret was not inserted');
  const shown = asSecret(inserted);
  await fact(tx, 'client.secret_created', row, shown);
  return { ...shown, secret };
}

/** Deletes every secret of an application whose row is locked. */
export async function dropSecrets(tx: Tx, row: ApplicationRow): Promise<void> {
  const live = await listLiveSecrets(tx, row.clientId);
  await deleteSecretsBut(tx, row.clientId, null);
  for (const one of live) await fact(tx, 'client.secret_deleted', row, asSecret(one));
}

/** A successor: the secret before stays good for a while. */
export async function rotateSecret(
  { tx, ifMatch, principal }: TransactionScope & Conditional & Pick<RequestContext, 'principal'>,
  clientId: string,
  expiresPreviousInSeconds: number,
): Promise<ApplicationSecretResource & { secret: string }> {
  const row = await locked(tx, clientId);
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

/** Takes a secret away; the last one of a client that authenticates by it stays. */
export async function removeSecret(
  { tx, ifMatch }: TransactionScope & Conditional,
  clientId: string,
  secretId: string,
): Promise<void> {
  const row = await locked(tx, clientId);
  const present = await listLiveSecrets(tx, clientId);
  const secret = present.find((s) => s.id === secretId);
  if (!secret) throw problem('not_found');
  ifMatch(secretVersion(asSecret(secret)));
  const needsOne = settingsOf(row.type, row.settings).tokenEndpointAuthMethod.startsWith(
    'client_secret_',
  );
  if (needsOne && present.length === 1)
    throw problem('invalid_state', {
      detail: 'This is the last secret of the application; create another one before you delete it',
    });
  await deleteSecret(tx, clientId, secretId);
  await fact(tx, 'client.secret_deleted', row, asSecret(secret));
}
