import { isId } from '@platform/contracts';
import type { directoryConnectorOperations } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { Handlers } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { existingDirectory, holdDirectory } from '../../directories/directories.ts';
import { bearerResource } from './bearer-record.ts';
import type { BearerRecord } from './bearer-record.ts';
import { listBearers, lockBearer } from './bearer-store.ts';
import { lockBearersOf, mintBearer, revokeBearer, rotateBearer } from './bearer-writes.ts';
import type { BearerWriting } from './bearer-writes.ts';

const shownDead = 50;

async function lockedBearer(tx: Tx, directoryId: string, bearerId: string): Promise<BearerRecord> {
  await lockBearersOf(tx, directoryId);
  const bearer = isId('scimBearer', bearerId) ? await lockBearer(tx, bearerId) : undefined;
  if (bearer?.directoryId !== directoryId) throw problem('not_found');
  return bearer;
}

export const bearerHandlers = (
  writing: BearerWriting,
): Pick<
  Handlers<typeof directoryConnectorOperations>,
  | 'directoryConnectorListBearers'
  | 'directoryConnectorMintBearer'
  | 'directoryConnectorRevokeBearer'
  | 'directoryConnectorRotateBearer'
> => {
  const withToken = ({ bearer, token }: { bearer: BearerRecord; token: string }) => ({
    ...bearerResource(bearer, writing.clock()),
    token,
  });
  return {
    async directoryConnectorListBearers({ tx, params }) {
      const { id } = await existingDirectory(tx, params.directoryId);
      const now = writing.clock();
      const bearers = await listBearers(tx, id, { now: new Date(now), dead: shownDead });
      const data = bearers.map((bearer) => bearerResource(bearer, now));
      return { data, nextCursor: null, hasMore: false };
    },

    async directoryConnectorMintBearer({ tx, principal: { type, id }, params, body }) {
      const directory = await existingDirectory(tx, params.directoryId, holdDirectory);
      const minting = { body: body ?? {}, createdBy: { type, id } };
      return withToken(await mintBearer(tx, directory, minting, writing));
    },

    async directoryConnectorRevokeBearer({ tx, params }) {
      const directory = await existingDirectory(tx, params.directoryId, holdDirectory);
      const bearer = await lockedBearer(tx, directory.id, params.bearerId);
      await revokeBearer(tx, directory, bearer, writing.clock());
      return { id: bearer.id, deleted: true as const };
    },

    async directoryConnectorRotateBearer({ tx, principal: { type, id }, params, body }) {
      const directory = await existingDirectory(tx, params.directoryId, holdDirectory);
      const before = await lockedBearer(tx, directory.id, params.bearerId);
      const minting = { body: body ?? {}, createdBy: { type, id } };
      return withToken(await rotateBearer(tx, { directory, before }, minting, writing));
    },
  };
};
