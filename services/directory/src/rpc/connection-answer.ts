import type { GetConnectionRequest, GetConnectionResponse } from '@platform/protos';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { directoryById, openCredential } from '../directories/directories.ts';

const connectionKinds: readonly string[] = ['oidc', 'saml'];

/**
 * The sign-in connection of a directory. @throws 404 for one without sign-in, and for one that is
 * suspended, unless it is tested
 */
export async function connectionOf(
  tx: Tx,
  { directoryId, testedForOrganizationId: testedFor }: GetConnectionRequest,
  secrets: Pick<SecretBox, 'open'>,
): Promise<GetConnectionResponse> {
  const directory = await directoryById(tx, directoryId);
  if (!directory || !connectionKinds.includes(directory.kind)) throw problem('not_found');
  const isUsable = testedFor
    ? directory.organizationId === testedFor
    : directory.state !== 'suspended';
  if (!isUsable) throw problem('not_found');
  const credential = await openCredential(tx, directory.id, secrets);
  return {
    kind: directory.kind,
    configJson: JSON.stringify(directory.config),
    secret: credential ? JSON.stringify(credential) : '',
    version: directory.version,
  };
}
