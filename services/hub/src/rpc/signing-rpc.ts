import { isId } from '@platform/contracts';
import type { GetTenant } from '@platform/kit/auth';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { isSigningPurpose } from '../signing-keys/document-signing.ts';
import type { SignDocuments } from '../signing-keys/document-signing.ts';
import type { SigningKeys } from '../signing-keys/signing-keys.ts';

/** Signs receipts, certificates and security events. */
export const signingRpc = ({
  getTenant,
  sign,
  documentKeys,
}: {
  getTenant: GetTenant;
  sign: SignDocuments;
  documentKeys: SigningKeys['documentKeys'];
}): RpcMount =>
  serveRpc(
    'platform.hub.v1.Signing',
    {
      async Sign({ tenantId, purpose, payloads }) {
        if (!isSigningPurpose(purpose))
          throw problem('invalid_parameter', { detail: 'purpose is required' });
        const tenant = isId('tenant', tenantId) ? await getTenant({ id: tenantId }) : null;
        if (!tenant) throw problem('not_found');
        const { issuer } = tenant;
        return { ...(await sign(purpose, issuer, payloads)), issuer };
      },
      DocumentKeys: async () => ({ keySet: JSON.stringify(await documentKeys()) }),
    },
    { Sign: ['compliance'], DocumentKeys: ['compliance'] },
  );
