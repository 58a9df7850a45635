import type { directoryConnectorOperations } from '@platform/contracts';
import type { Handlers } from '@platform/kit/http';
import type { SecretBox } from '@platform/kit/secrets';
import { clearCredential, credentialResource, setCredential } from './credentials.ts';
import { existingDirectory } from './directory-paths.ts';
import { lockDirectory } from './directory-store.ts';

export const credentialHandlers = ({
  secrets,
  clock,
}: {
  secrets: Pick<SecretBox, 'seal'>;
  clock: () => number;
}): Pick<
  Handlers<typeof directoryConnectorOperations>,
  'directoryConnectorSetConnectorCredential' | 'directoryConnectorClearConnectorCredential'
> => ({
  async directoryConnectorSetConnectorCredential({ tx, principal: { type, id }, params, body }) {
    const directory = await existingDirectory(tx, params.directoryId, lockDirectory);
    const setBy = { type, id };
    const writing = { secrets, now: clock() };
    return credentialResource(
      await setCredential(tx, directory, { credential: body, setBy }, writing),
    );
  },

  async directoryConnectorClearConnectorCredential({ tx, params }) {
    const directory = await existingDirectory(tx, params.directoryId, lockDirectory);
    await clearCredential(tx, directory, clock());
    return { id: directory.id, deleted: true as const };
  },
});
