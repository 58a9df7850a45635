import type { setupOperations } from '@platform/contracts';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { found, problem } from '@platform/kit/problem';
import { createDirectory, existingDirectory, lockDirectory } from '../directories/directories.ts';
import { holdOrganization } from '../organizations/organizations.ts';
import { lockSetupLink, updateSetupLink } from '../setup-links/setup-links.ts';
import { connectionKinds as kinds, linkOf, organizationOf, ownDirectory } from './setup-caller.ts';
import { listOwn, shownDirectory } from './setup-directories.ts';
import type { SetupDirectories } from './setup-directories.ts';

type Handled = Pick<
  Handlers<typeof setupOperations>,
  | 'setupConnectionList'
  | 'setupConnectionCreate'
  | 'setupConnectionReadMetadata'
  | 'setupConnectionUpdate'
  | 'setupConnectionDelete'
  | 'setupConnectionSetCredential'
  | 'setupConnectionProbe'
  | 'setupConnectionActivate'
>;

/** What contacts do with connections to identity providers, by the handlers of directories. */
export function setupConnectionHandlers({
  directories,
  connectors,
  connectionTests,
  views,
  writing,
}: SetupDirectories): Handled {
  return {
    setupConnectionList: ({ tx, principal }) => listOwn(tx, principal, kinds, views),

    async setupConnectionCreate({ tx, principal, body }) {
      const organizationId = organizationOf(principal);
      found(await holdOrganization(tx, organizationId));
      const own = await linkOf(tx, principal);
      // Colleagues share the values to copy, which are kept with the first link.
      const link = found(await lockSetupLink(tx, own.parentId ?? own.id));
      const given = {
        ...body,
        organizationId,
        deprovisioning: 'suspend_membership',
        onDelete: 'keep_users',
      } as const;
      const id = link.nextConnectionId;
      const directory = await createDirectory(tx, given, writing, { id });
      await updateSetupLink(tx, { ...link, nextConnectionId: newId('directory') });
      return shownDirectory(tx, directory, views);
    },

    setupConnectionReadMetadata: (call) => connectionTests.idpConnectionTesterTest(call),

    async setupConnectionUpdate(call) {
      const { id } = await ownDirectory(call.tx, call.principal, { ...call.params, kinds });
      return directories.directoriesUpdate({ ...call, params: { id } });
    },

    async setupConnectionDelete(call) {
      const { id } = await ownDirectory(call.tx, call.principal, { ...call.params, kinds });
      return directories.directoriesDelete({ ...call, params: { id } });
    },

    async setupConnectionSetCredential(call) {
      const { id } = await ownDirectory(call.tx, call.principal, { ...call.params, kinds });
      return connectors.directoryConnectorSetConnectorCredential({
        ...call,
        params: { directoryId: id },
      });
    },

    async setupConnectionProbe(call) {
      const { id } = await call.read((tx) =>
        ownDirectory(tx, call.principal, { ...call.params, kinds }),
      );
      return connectors.directoryConnectorProbe({ ...call, params: { directoryId: id } });
    },

    async setupConnectionActivate(call) {
      const { tx, principal, params } = call;
      const before = await ownDirectory(tx, principal, { ...params, kinds }, lockDirectory);
      if (before.state !== 'suspended') return shownDirectory(tx, before, views);
      if (!before.lastProbe?.ok)
        throw problem('invalid_state', {
          detail: 'The last test of the connection did not succeed; test it with POST on its probe',
        });
      await directories.directoriesUpdate({
        ...call,
        ifMatch: () => false,
        params: { id: before.id },
        body: { status: 'active' },
      });
      return shownDirectory(tx, await existingDirectory(tx, before.id), views);
    },
  };
}
