import { setup } from '@platform/sdk';
import type {
  CreateSetupDirectoryRequest,
  SetConnectorCredentialRequest,
  SetupDirectory,
  UpdateSetupDirectoryRequest,
} from '@platform/sdk';
import { useWrite } from '../../client/write.ts';

const refreshes = ['setupDirectoryList', 'setupGet'] as const;

/**
 * The writes on directories, whose lists and states are read again.
 * @param onCreated called before that: what has created the first directory leaves the page then
 */
export function useDirectoryWrites(onCreated?: (directory: SetupDirectory) => void) {
  const create = useWrite(
    (api, body: CreateSetupDirectoryRequest, key) => setup(api).directories.create(body, key),
    { refreshes, onDone: onCreated },
  );
  const update = useWrite(
    (api, { id, body }: { id: string; body: UpdateSetupDirectoryRequest }) =>
      setup(api).directories.update(id, body),
    { refreshes },
  );
  const setCredential = useWrite(
    (api, { id, body }: { id: string; body: SetConnectorCredentialRequest }) =>
      setup(api).directories.credential.put(id, body),
    { refreshes, isSecret: true },
  );
  return { create, update, setCredential };
}
