import type { JSONWebKeySet } from 'jose';
import type { Tx } from '@platform/kit/database';
import type { RpcPeer } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { tenantsOf } from '@platform/kit/service';

/** The kinds of documents that the hub signs for compliance; it picks the key and the `typ` of each. */
export type DocumentPurpose =
  'SET' | 'CONSENT_RECEIPT' | 'ERASURE_CERTIFICATE' | 'EXPORT_MANIFEST' | 'AUDIT_CHECKPOINT';

export interface SignedDocument {
  /** JWS in compact serialization. */
  jws: string;
  kid: string;
}

/** Signs documents of tenants through the hub. */
export interface DocumentSigner {
  /** Returns the issuer of a tenant. */
  issuerOf(tenantId: string): Promise<string>;
  /** Returns the keys that verify documents, including those of the past. */
  documentKeys(): Promise<JSONWebKeySet>;
  /**
   * Signs payloads of one tenant, in their order.
   * @throws 503 while signing is not available
   */
  sign(
    tenantId: string,
    purpose: DocumentPurpose,
    payloads: readonly object[],
  ): Promise<SignedDocument[]>;
}

/** The most payloads in one call to the hub. */
const maxPayloads = 100;

/** Signs at the hub. */
export function documentSigner(hub: () => RpcPeer): DocumentSigner {
  const getTenant = tenantsOf(hub);

  async function signSome(
    tenantId: string,
    purpose: DocumentPurpose,
    payloads: readonly object[],
  ): Promise<SignedDocument[]> {
    const request = { tenantId, purpose, payloads: payloads.map((one) => JSON.stringify(one)) };
    const { jws, kid } = await hub()
      .service('platform.hub.v1.Signing')
      .Sign(request, { deadlineMs: 3_000, repeatable: true });
    if (jws.length !== payloads.length) throw new Error('the hub did not sign every payload');
    return jws.map((one) => ({ jws: one, kid }));
  }

  return {
    async issuerOf(id) {
      const tenant = await getTenant({ id });
      if (!tenant) throw problem('not_found');
      return tenant.issuer;
    },
    async documentKeys() {
      const { keySet } = await hub()
        .service('platform.hub.v1.Signing')
        .DocumentKeys({}, { deadlineMs: 3_000, repeatable: true });
      return JSON.parse(keySet) as JSONWebKeySet;
    },
    async sign(tenantId, purpose, payloads) {
      const signed: SignedDocument[] = [];
      for (let from = 0; from < payloads.length; from += maxPayloads)
        signed.push(
          ...(await signSome(tenantId, purpose, payloads.slice(from, from + maxPayloads))),
        );
      return signed;
    },
  };
}

export async function signDocument(
  signer: DocumentSigner,
  tenantId: string,
  purpose: DocumentPurpose,
  payload: object,
): Promise<SignedDocument> {
  const [signed] = await signer.sign(tenantId, purpose, [payload]);
  if (!signed) throw new Error('the hub signed nothing');
  return signed;
}

/** Writes the audit record of a signed document, in the transaction that stores it. */
export const auditSigned = (
  tx: Tx,
  subject: { type: string; id: string },
  operationId: string,
  { kid }: Pick<SignedDocument, 'kid'>,
): Promise<void> =>
  tx.audit({ subject, data: { operationId, outcome: 'success', status: 200, details: { kid } } });
