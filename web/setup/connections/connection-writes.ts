import { setup } from '@platform/sdk';
import type {
  CreateSetupConnectionRequest,
  SetConnectorCredentialRequest,
  UpdateSetupConnectionRequest,
} from '@platform/sdk';
import { useWrite } from '../../client/write.ts';

const refreshes = ['setupConnectionList', 'setupGet'] as const;

/** The writes on connections, whose lists and states are read again. */
export function useConnectionWrites() {
  const create = useWrite(
    (api, body: CreateSetupConnectionRequest, key) => setup(api).connections.create(body, key),
    { refreshes },
  );
  const update = useWrite(
    (api, { id, body }: { id: string; body: UpdateSetupConnectionRequest }) =>
      setup(api).connections.update(id, body),
    { refreshes },
  );
  const setCredential = useWrite(
    (api, { id, body }: { id: string; body: SetConnectorCredentialRequest }) =>
      setup(api).connections.credential.put(id, body),
    { refreshes, isSecret: true },
  );
  return { create, update, setCredential };
}
