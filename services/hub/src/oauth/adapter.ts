import type { Database, Tx } from '@platform/kit/database';
import { errors } from 'oidc-provider';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import {
  consumeArtifact,
  deleteArtifact,
  deleteGrantArtifacts,
  findArtifact,
  findArtifactByUid,
  findArtifactByUserCode,
  grantOf,
  insertArtifact,
  upsertArtifact,
} from './artifact-store.ts';
import type { Payload } from './artifact-store.ts';
import type { ClientSource } from './client-source.ts';
import { withStore } from './oauth-error.ts';

export interface AdapterOptions {
  db: Database;
  tenantId: string;
  clients: ClientSource;
}

const system = { type: 'system', id: 'hub' } as const;

/** The engine's store of one model, bound to one tenant: nothing of another tenant is ever found. */
export function artifactAdapter({ db, tenantId, clients }: AdapterOptions, model: string): Adapter {
  const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    withStore(() => db.read({ tenantId, actor: system }, work));
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    withStore(() => db.transact({ tenantId, actor: system }, work));
  const shown = (payload: Payload | undefined) => payload as AdapterPayload | undefined;

  return {
    async find(id) {
      if (model === 'Client') return withStore(() => clients.find(tenantId, id));
      return shown(await read((tx) => findArtifact(tx, model, id)));
    },
    findByUid: async (uid) => shown(await read((tx) => findArtifactByUid(tx, model, uid))),
    findByUserCode: async (userCode) =>
      shown(await read((tx) => findArtifactByUserCode(tx, userCode))),
    async upsert(id, payload, expiresInSeconds) {
      const artifact = { model, id, payload: payload as Payload, expiresInSeconds };
      if (model !== 'ReplayDetection')
        return void (await write((tx) => upsertArtifact(tx, artifact)));
      // The engine looks first and writes then: of two at once, one must lose here (RFC 7523 §3).
      if ((await write((tx) => insertArtifact(tx, artifact))) === 0)
        throw new errors.InvalidClientAuth('the assertion was used before');
    },
    async consume(id) {
      // One redemption alone passes; a second one ends all that came of the grant.
      const lost = await write(async (tx) => {
        if (await consumeArtifact(tx, model, id)) return false;
        const grant = await grantOf(tx, model, id);
        if (grant?.grant_id) await deleteGrantArtifacts(tx, grant.grant_id);
        return true;
      });
      if (lost) throw new errors.InvalidGrant('it was redeemed before');
    },
    destroy: async (id) => void (await write((tx) => deleteArtifact(tx, model, id))),
    revokeByGrantId: async (grantId) =>
      void (await write((tx) => deleteGrantArtifacts(tx, grantId))),
  };
}
