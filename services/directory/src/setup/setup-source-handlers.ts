import type { setupOperations } from '@platform/contracts';
import type { HandlerContext, Handlers } from '@platform/kit/http';
import { found } from '@platform/kit/problem';
import { createDirectory } from '../directories/directories.ts';
import { holdOrganization } from '../organizations/organizations.ts';
import { organizationOf, ownDirectory, sourceKinds as kinds } from './setup-caller.ts';
import { listOwn, shownDirectory } from './setup-directories.ts';
import type { SetupDirectories } from './setup-directories.ts';

type Handled = Pick<
  Handlers<typeof setupOperations>,
  | 'setupDirectoryList'
  | 'setupDirectoryCreate'
  | 'setupDirectoryUpdate'
  | 'setupDirectoryDelete'
  | 'setupDirectorySetCredential'
  | 'setupDirectoryProbe'
  | 'setupDirectorySync'
  | 'setupDirectoryRequestList'
  | 'setupScimBearerList'
  | 'setupScimBearerCreate'
  | 'setupScimBearerRotate'
>;

type Call = Pick<
  HandlerContext<(typeof setupOperations)['setupScimBearerList']>,
  'tx' | 'principal' | 'params'
>;

/** The id of a directory that belongs to the caller, as administrators' operations call it. */
const ownId = async ({ tx, principal, params }: Call): Promise<{ directoryId: string }> => ({
  directoryId: (await ownDirectory(tx, principal, { ...params, kinds })).id,
});

/** What contacts do with directories, by the handlers of administrators. */
export function setupSourceHandlers({
  directories,
  connectors,
  requests,
  views,
  writing,
}: SetupDirectories): Handled {
  return {
    setupDirectoryList: ({ tx, principal }) => listOwn(tx, principal, kinds, views),

    async setupDirectoryCreate({ tx, principal, body }) {
      const organizationId = organizationOf(principal);
      found(await holdOrganization(tx, organizationId));
      const given = {
        ...body,
        organizationId,
        deprovisioning: 'suspend_membership',
        onDelete: 'keep_users',
      } as const;
      return shownDirectory(tx, await createDirectory(tx, given, writing), views);
    },

    async setupDirectoryUpdate(call) {
      const { directoryId: id } = await ownId(call);
      return directories.directoriesUpdate({ ...call, params: { id } });
    },

    async setupDirectoryDelete(call) {
      const { directoryId: id } = await ownId(call);
      return directories.directoriesDelete({ ...call, params: { id } });
    },

    setupDirectorySetCredential: async (call) =>
      connectors.directoryConnectorSetConnectorCredential({ ...call, params: await ownId(call) }),

    async setupDirectoryProbe(call) {
      const params = await call.read((tx) => ownId({ ...call, tx }));
      return connectors.directoryConnectorProbe({ ...call, params });
    },

    async setupDirectorySync(call) {
      const { directoryId: id } = await ownId(call);
      const query = { ...call.query, force: false };
      return directories.directoriesSync({ ...call, query, params: { id } });
    },

    async setupDirectoryRequestList(call) {
      const { directoryId: id } = await ownId(call);
      return requests.directoriesListRequests({ ...call, params: { id } });
    },

    setupScimBearerList: async (call) =>
      connectors.directoryConnectorListBearers({ ...call, params: await ownId(call) }),

    setupScimBearerCreate: async (call) =>
      connectors.directoryConnectorMintBearer({ ...call, params: await ownId(call) }),

    async setupScimBearerRotate(call) {
      const { bearerId } = call.params;
      const params = { ...(await ownId(call)), bearerId };
      return connectors.directoryConnectorRotateBearer({ ...call, params });
    },
  };
}
