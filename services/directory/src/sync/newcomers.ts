import type { ActiveJob } from '@platform/kit/jobs';
import type { AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import type { DirectoryRecord } from '../directories/directories.ts';
import { newcomerKeys } from '../provisioning/directories/provisioned.ts';
import type { RemoteUser } from './sources/remote-records.ts';
import { nobodyErased } from '../suppressions/erased-people.ts';
import type { AskErased, IsErased } from '../suppressions/erased-people.ts';
import { listKnownUsers } from './sync-directory-store.ts';

/** Asks which users of a page, whom the directory does not have yet, were erased. */
export type AskAboutNewcomers = (
  job: Pick<ActiveJob<unknown>, 'tenantId' | 'read'>,
  directory: DirectoryRecord,
  users: readonly RemoteUser[],
) => Promise<IsErased>;

/** Makes one call for a page with newcomers, and none for others. */
export const newcomers =
  (schemas: Pick<AttributeSchemas, 'read'>, askErased: AskErased): AskAboutNewcomers =>
  async (job, directory, users) => {
    const subjects = await job.read(async (tx) => {
      const ids = users.map(({ externalId }) => externalId);
      const known = new Set((await listKnownUsers(tx, directory.id, ids)).map((u) => u.externalId));
      const unknown = users.filter(({ externalId }) => !known.has(externalId));
      const schema = await schemas.read(tx, 'user');
      const keys = [];
      for (const { userName, externalId, resource } of unknown)
        keys.push(
          ...(await newcomerKeys(tx, directory, schema, {
            userName,
            externalId,
            attributes: resource,
          })),
        );
      return keys;
    });
    return subjects.length === 0 ? nobodyErased : askErased(job.tenantId, subjects);
  };
