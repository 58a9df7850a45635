import type { RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { tenantsOf } from '@platform/kit/service';

/** A signed document. */
export interface SignedDocument {
  /** JWS in compact serialization. */
  jws: string;
  kid: string;
}

/** What is signed. The hub gives each purpose a type of its own. */
export type DocumentPurpose = 'CONSENT_RECEIPT' | 'ERASURE_CERTIFICATE' | 'EXPORT_MANIFEST';

/** Signs documents of tenants with keys that stay published as long as the documents must verify. */
export interface DocumentSigner {
  /** The issuer of a tenant. */
  issuerOf(tenantId: string): Promise<string>;
  /** @throws 503 while signing is not available */
  sign(tenantId: string, purpose: DocumentPurpose, payload: object): Promise<SignedDocument>;
}

/** Signs at the hub. */
export function documentSigner(hub: () => RpcPeer): DocumentSigner {
  const getTenant = tenantsOf(hub);
  return {
    async issuerOf(id) {
      const tenant = await getTenant({ id });
      if (!tenant) throw problem('not_found');
      return tenant.issuer;
    },
    async sign(tenantId, purpose, payload) {
      const request = { tenantId, purpose, payloads: [JSON.stringify(payload)] };
      const { jws, kid } = await hub()
        .service('platform.hub.v1.Signing')
        .Sign(request, { deadlineMs: 3_000, repeatable: true });
      const [signed] = jws;
      if (signed === undefined) throw new Error('the hub signed nothing');
      return { jws: signed, kid };
    },
  };
}
