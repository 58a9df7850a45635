import { randomBytes } from 'node:crypto';
import type { Database } from '@platform/kit/database';
import type { SecretBox } from '@platform/kit/secrets';
import type { ProviderResponse } from './brokered-identity.ts';
import { takeResponse, upsertResponse } from './response-store.ts';

/** The login that a response belongs to. */
export interface ResponseOwner {
  tenantId: string;
  uid: string;
}

const contextOf = ({ tenantId, uid }: ResponseOwner) =>
  ({ tenantId, actor: { type: 'system', id: `login ${uid}` } }) as const;
const sealOf = ({ tenantId, uid }: ResponseOwner) => ({
  tenantId,
  field: `federation_response/${uid}`,
});

/**
 * Stores responses that the browser posts from the provider's site. Such a request lacks the login's cookie (SameSite), so the
 * response is kept until the browser, redirected to its login, fetches it with the cookie and a handle.
 */
export const postedResponses = ({
  db,
  secrets,
}: {
  db: Pick<Database, 'transact'>;
  secrets: Pick<SecretBox, 'seal' | 'open'>;
}) => ({
  /** Stores a response and returns its handle; undefined if the login does not exist. */
  async keep(owner: ResponseOwner, form: ProviderResponse): Promise<string | undefined> {
    const handle = randomBytes(32).toString('base64url');
    const formSealed = secrets.seal(JSON.stringify(form), sealOf(owner));
    const kept = await db.transact(contextOf(owner), (tx) =>
      upsertResponse(tx, { uid: owner.uid, handle, formSealed }),
    );
    return kept === 1 ? handle : undefined;
  },

  /** Returns a response and deletes it. */
  async take(owner: ResponseOwner, handle: string): Promise<ProviderResponse | undefined> {
    const sealed = await db.transact(contextOf(owner), (tx) => takeResponse(tx, owner.uid, handle));
    return sealed === undefined
      ? undefined
      : (JSON.parse(secrets.open(sealed, sealOf(owner))) as ProviderResponse);
  },
});

export type PostedResponses = ReturnType<typeof postedResponses>;
