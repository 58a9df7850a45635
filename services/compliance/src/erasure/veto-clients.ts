import { isId } from '@platform/contracts';
import type {
  RegisterVetoClientRequest,
  RegisteredVetoClient,
  VetoClient,
} from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { problemWithReason, problem } from '@platform/kit/problem';
import { newSecret } from '@platform/kit/webhook-signature';
import { randomBytes } from 'node:crypto';
import { complianceLocks } from '../advisory-locks.ts';
import { databaseNow } from '../database-clock.ts';
import { lockedRequest } from './erasure-store.ts';
import { listHoldsOfVetoClient } from './hold-store.ts';
import { removeHold, withHolds } from './holds.ts';
import type { SubjectSeals } from './subject-seals.ts';
import { countVetoClients, deleteVetoClient, insertVetoClient } from './veto-client-store.ts';
import type { VetoClientRow } from './veto-client-store.ts';

/** The most veto clients of a tenant. */
export const maxVetoClients = 10;

export const vetoClientResource = (row: VetoClientRow): VetoClient => ({
  id: row.id,
  name: row.name,
  url: row.url,
  onTimeout: row.onTimeout,
  secretLast4: row.secretLast4,
  createdAt: row.createdAt.toISOString(),
});

/** Registers a veto client with its own secret. */
export async function registerVetoClient(
  tx: Tx,
  { name, url, onTimeout }: RegisterVetoClientRequest,
  seals: SubjectSeals,
): Promise<RegisteredVetoClient> {
  const { tenantId } = tx.context;
  await lock(tx, complianceLocks.vetoClients, tenantId);
  if ((await countVetoClients(tx)) >= maxVetoClients)
    throw problemWithReason('limit_exceeded', {
      code: 'limit_exceeded',
      detail: `A tenant can have at most ${maxVetoClients} veto clients`,
    });
  const id = newId('vetoClient');
  const secret = newSecret(randomBytes);
  const row = await insertVetoClient(tx, {
    id,
    name,
    url,
    onTimeout,
    secretSealed: seals.sealSecret(tenantId, id, secret),
    secretLast4: secret.slice(-4),
  });
  if (!row)
    throw problemWithReason('already_exists', {
      pointer: '/name',
      code: 'already_exists',
      detail: 'Another veto client already has this name',
    });
  return { ...vetoClientResource(row), secret };
}

/** Removes a veto client and lifts its holds. Returns the requests that it held. */
export async function removeVetoClient(tx: Tx, id: string): Promise<string[]> {
  await lock(tx, complianceLocks.vetoClients, tx.context.tenantId);
  if (!isId('vetoClient', id) || (await deleteVetoClient(tx, id)) === 0) throw problem('not_found');
  const now = await databaseNow(tx);
  const held = await listHoldsOfVetoClient(tx, id);
  for (const hold of held) {
    const request = await lockedRequest(tx, hold.requestId);
    await removeHold(tx, await withHolds(tx, request), hold.id, { state: 'lifted', at: now });
  }
  return held.map(({ requestId }) => requestId);
}
