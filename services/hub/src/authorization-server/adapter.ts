import type { Database, Tx } from '@platform/kit/database';
import { Provider, errors } from 'oidc-provider';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { DeviceVerification } from '../device/device-verification.ts';
import { revokeGrant, revokeUserTokens } from '../grants/grants.ts';
import type { SessionPayload } from '../grants/grants.ts';
import {
  consumeArtifact,
  deleteArtifact,
  deleteGrantArtifacts,
  findArtifact,
  findArtifactByUid,
  findArtifactByUserCode,
  findRedemption,
  insertArtifact,
  isHandle,
  takeArtifact,
  upsertArtifact,
} from './artifact-store.ts';
import type { Payload } from './artifact-store.ts';
import type { ClientSource } from '../oauth-clients/client-source.ts';
import { withStore } from '../oauth-errors/oauth-error.ts';
import { noteConsumed, noteSuccessor } from './redemptions.ts';

export interface AdapterOptions {
  db: Database;
  tenantId: string;
  clients: ClientSource;
  devices: DeviceVerification;
  /** How long a refresh token that was used still answers. */
  leewaySeconds: number;
  /** Called in the transaction in which a user signs out. */
  onSignOut: (tx: Tx, session: SessionPayload) => Promise<void>;
  /** Called in the transaction in which a user lets a device sign in. */
  onDevice: (tx: Tx, owner: { userId: string; clientId: string }) => Promise<void>;
  /** Called in the transaction in which the reuse of a refresh token has ended its family. */
  onReuse: (tx: Tx, owner: { userId: string; clientId: string }) => Promise<void>;
}

const system = { type: 'system', id: 'hub' } as const;
const route = (): string | undefined => Provider.ctx?.oidc?.route;
/** Where the engine itself hands on the id of a device code that a user has named. */
const isVerification = (): boolean =>
  route() === 'code_verification' || route() === 'device_resume';
const isSignOut = (): boolean =>
  route() === 'end_session_confirm' && Boolean(Provider.ctx?.oidc.params?.['logout']);

/** The engine's store of one model, bound to one tenant: nothing of another tenant is ever found. */
export function artifactAdapter(options: AdapterOptions, model: string): Adapter {
  const { db, tenantId, clients, devices, leewaySeconds } = options;
  const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    withStore(() => db.read({ tenantId, actor: system }, work));
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    withStore(() => db.transact({ tenantId, actor: system }, work));

  /** At the token endpoint `consume` decides in one statement what was used; the engine's own look would be a race. */
  const shown = (payload: Payload | undefined): AdapterPayload | undefined =>
    (payload && route() === 'token' ? { ...payload, consumed: undefined } : payload) as
      AdapterPayload | undefined;

  /**
   * Ends the family of what was redeemed before; a refresh token passes within the leeway. While the first redemption is under
   * way nothing has been issued yet: the second one is only refused (RFC 6749 §4.1.2 revokes "tokens previously issued").
   */
  async function redeemedBefore(tx: Tx, id: string): Promise<'passes' | 'reused'> {
    const before = await findRedemption(tx, { model, id }, leewaySeconds);
    if (model === 'RefreshToken' && before?.isRecent) return 'passes';
    if (!before?.grantId || before.isUnderWay) return 'reused';
    const owner = await revokeGrant(tx, before.grantId);
    if (owner && model === 'RefreshToken') await options.onReuse(tx, owner);
    return 'reused';
  }

  return {
    async find(id) {
      if (model === 'Client') return withStore(() => clients.find(tenantId, id));
      if (isHandle(id) && !(model === 'DeviceCode' && isVerification())) return undefined;
      const found = shown(await read((tx) => findArtifact(tx, model, id)));
      if (found && model === 'DeviceCode' && route() === 'token') await devices.poll(tenantId, id);
      return found;
    },
    findByUid: async (uid) => shown(await read((tx) => findArtifactByUid(tx, model, uid))),
    async findByUserCode(userCode) {
      const ip = Provider.ctx?.ip ?? '';
      await devices.attempt({ tenantId, userCode, ip }).catch((error: { retryAfter?: number }) => {
        if (error.retryAfter) Provider.ctx?.set('retry-after', String(error.retryAfter));
        throw error;
      });
      const found = shown(await read((tx) => findArtifactByUserCode(tx, userCode)));
      if (!found) await devices.missed({ tenantId, ip });
      return found && { ...found, userCode };
    },
    async upsert(id, payload, expiresInSeconds) {
      const artifact = { model, id, payload: payload as Payload, expiresInSeconds };
      if (model === 'RefreshToken') noteSuccessor(Provider.ctx, { model, id });
      const { accountId: userId, clientId } = payload as { accountId?: string; clientId?: string };
      const isDevice = model === 'DeviceCode' && userId !== undefined && clientId !== undefined;
      if (model !== 'ReplayDetection')
        return void (await write(async (tx) => {
          await upsertArtifact(tx, artifact);
          if (isDevice) await options.onDevice(tx, { userId, clientId });
        }));
      // The engine looks first and writes then: of two at once, one must lose here (RFC 7523 §3).
      if (!(await write((tx) => insertArtifact(tx, artifact))))
        throw new errors.InvalidClientAuth('the assertion has already been used');
    },
    async consume(id) {
      // One redemption alone passes; a second one ends all that came of the grant.
      const outcome = await write(async (tx) =>
        (await consumeArtifact(tx, model, id)) ? 'first' : redeemedBefore(tx, id),
      );
      if (outcome === 'first') noteConsumed(Provider.ctx, { model, id });
      if (outcome !== 'reused') return;
      if (model === 'PushedAuthorizationRequest')
        throw new errors.InvalidRequestUri('the request_uri has already been used');
      throw new errors.InvalidGrant('it has already been redeemed');
    },
    async destroy(id) {
      if (model !== 'Session' || !isSignOut())
        return void (await write((tx) => deleteArtifact(tx, model, id)));
      await write(async (tx) => {
        const session = await takeArtifact(tx, model, id);
        if (session) await options.onSignOut(tx, session as unknown as SessionPayload);
      });
    },
    revokeByGrantId: async (grantId) =>
      void (await write(async (tx) => {
        await deleteGrantArtifacts(tx, grantId);
        // RFC 7009 §2.1: with a refresh token go the access tokens of the same grant.
        const { RefreshToken: revoked } = Provider.ctx?.oidc?.entities ?? {};
        if (route() !== 'revocation' || model !== 'RefreshToken' || !revoked?.accountId) return;
        await revokeUserTokens(tx, String(revoked.clientId), revoked.accountId);
      })),
  };
}
