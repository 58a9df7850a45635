import type { EventEmitter } from 'node:events';
import type { Database, Tx } from '@platform/kit/database';
import { Provider, errors } from 'oidc-provider';
import type { Adapter, AdapterPayload, Client, KoaContextWithOIDC } from 'oidc-provider';
import type { DeviceVerification } from '../device/device-verification.ts';
import { revokeUserTokens } from '../grants/grants.ts';
import type { SessionPayload } from '../grants/grants.ts';
import {
  deleteArtifact,
  deleteGrantArtifacts,
  findArtifact,
  findArtifactByUid,
  findArtifactByUserCode,
  isHandle,
  storeArtifact,
  takeArtifact,
  upsertDeviceCode,
} from '../grants/artifacts.ts';
import type { Artifact, Payload } from '../grants/artifacts.ts';
import type { ClientSource } from '../oauth-clients/client-source.ts';
import { clientGrant } from '../grants/client-grant.ts';
import type { ClientGrant } from '../grants/client-grant.ts';
import { requestCaller } from '../tokens/request-caller.ts';
import type { RequestCaller } from '../tokens/request-caller.ts';
import { withStore } from '../oauth-errors/oauth-error.ts';
import { endSessionTokens } from '../sessions/session-revocation.ts';
import {
  beginRotation,
  loadedArtifact,
  mayRotateLater,
  noteConsumed,
  noteSuccessor,
  pendingRotation,
} from '../tokens/redemptions.ts';
import { redeemArtifact } from '../tokens/redeem-artifact.ts';
import { detailsOfCode } from '../tokens/requested-details.ts';
import { noteSessionEnd } from '../tokens/token-source.ts';
import type { RequestedApis } from '../tokens/requested-apis.ts';
import { onIssuer } from './issuer-redirects.ts';
import { findTokenClient } from './token-client.ts';

export interface AdapterOptions {
  db: Database;
  tenantId: string;
  clients: ClientSource;
  devices: DeviceVerification;
  /** How long a used refresh token can be used again. */
  leewaySeconds: number;
  /** Called in the transaction in which a user signs out. */
  onSignOut: (tx: Tx, session: SessionPayload, caller: RequestCaller) => Promise<void>;
  /** Called in the transaction in which a user approves a device. */
  onDevice: (tx: Tx, granted: ClientGrant, caller: RequestCaller) => Promise<void>;
  /** Called in the transaction in which the reuse of a refresh token has ended its family. */
  onReuse: (tx: Tx, granted: ClientGrant, caller: RequestCaller) => Promise<void>;
}

const system = { type: 'system', id: 'hub' } as const;
/** Keeps expired device codes, so that a device gets `expired_token` (RFC 8628 §3.5) instead of `invalid_grant`. The library checks `exp`. */
const expiredCodeSeconds = 300;
const route = (): string | undefined => Provider.ctx?.oidc?.route;
/** Whether the library loads a device code by the id that it resolved from a user code. */
const isVerification = (): boolean =>
  route() === 'code_verification' || route() === 'device_resume';
const isSignOut = (): boolean =>
  route() === 'end_session_confirm' && Boolean(Provider.ctx?.oidc.params?.['logout']);

/** The authorization of this session that has the grant. Its client is signed out even if the user stays signed in elsewhere. */
function sessionOfGrant(grantId: string): Pick<SessionPayload, 'authorizations'> {
  const session = Provider.ctx?.oidc.session as unknown as SessionPayload | undefined;
  const ended = Object.entries(session?.authorizations ?? {}).filter(
    ([, at]) => at.grantId === grantId,
  );
  return { authorizations: Object.fromEntries(ended) };
}

/** @throws if another person has used the code first */
async function storeDeviceCode(
  { onDevice }: Pick<AdapterOptions, 'onDevice'>,
  tx: Tx,
  { expiresInSeconds = 0, ...artifact }: Artifact,
): Promise<void> {
  const keptSeconds = expiresInSeconds + expiredCodeSeconds;
  if (!(await upsertDeviceCode(tx, { ...artifact, expiresInSeconds: keptSeconds })))
    throw new errors.InvalidRequest('the device code has already been used');
  const granted = clientGrant(artifact.payload);
  if (granted) await onDevice(tx, granted, requestCaller());
}

/** Endpoints at which a public client identifies itself without authentication. */
const publicRoutes: ReadonlySet<unknown> = new Set([
  'token',
  'pushed_authorization_request',
  'device_authorization',
]);

/** Calls back when the library has assigned a public client to the request. */
function followPublicClient(
  found: AdapterPayload | undefined,
  onPublicClient: (ctx: KoaContextWithOIDC, client: Client) => void,
): void {
  const { oidc } = Provider.ctx ?? {};
  if (oidc && publicRoutes.has(oidc.route) && found?.token_endpoint_auth_method === 'none')
    (oidc as unknown as EventEmitter).once('assign.client', onPublicClient);
}

/** The clients of one tenant. The library only reads them; the application operations write them. */
export const clientAdapter = (
  options: Pick<AdapterOptions, 'tenantId' | 'clients'> & { issuer: string; apis: RequestedApis },
  onPublicClient: (ctx: KoaContextWithOIDC, client: Client) => void,
): Pick<Adapter, 'find'> => ({
  find: (id) =>
    withStore(async () => {
      const { tenantId, clients, issuer } = options;
      const ctx = Provider.ctx?.oidc && (Provider.ctx as KoaContextWithOIDC);
      const names = ctx ? options.apis.namesIn(ctx) : [];
      const found =
        ctx && route() === 'token'
          ? await findTokenClient(ctx, options, id, names)
          : await clients.findNaming(tenantId, id, names);
      const client = onIssuer(found?.client, issuer);
      followPublicClient(client, onPublicClient);
      if (found && ctx) await options.apis.prepare(ctx, id, { names, apis: found.apis });
      return client;
    }),
});

/** The library's store of one model, bound to one tenant. It never finds another tenant's data. */
export function artifactAdapter(options: Omit<AdapterOptions, 'clients'>, model: string): Adapter {
  const { db, tenantId, devices } = options;
  const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    withStore(() => db.read({ tenantId, actor: system }, work));
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    withStore(() => db.transact({ tenantId, actor: system }, work));

  /** Hides `consumed` at the token endpoint: `consume` checks it in one statement, and a check by the library before that would be a race. */
  const shown = (payload: Payload | undefined): AdapterPayload | undefined =>
    (payload && route() === 'token' ? { ...payload, consumed: undefined } : payload) as
      AdapterPayload | undefined;

  return {
    async find(id) {
      const loaded = loadedArtifact(Provider.ctx, { model, id });
      if (loaded) return shown(loaded);
      if (isHandle(id) && !(model === 'DeviceCode' && isVerification())) return undefined;
      const found = shown(await withStore(() => findArtifact(options, { model, id })));
      if (found && model === 'DeviceCode' && route() === 'token') await devices.poll(tenantId, id);
      return found;
    },
    async findByUid(uid) {
      const found = shown(await withStore(() => findArtifactByUid(options, { model, uid })));
      if (model === 'Session' && route() === 'token') noteSessionEnd(Provider.ctx, found?.exp);
      return found;
    },
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
      const more = model === 'AuthorizationCode' ? detailsOfCode() : {};
      const artifact = { model, id, payload: { ...payload, ...more } as Payload, expiresInSeconds };
      const rotation = pendingRotation(Provider.ctx);
      if (model === 'RefreshToken' && rotation) return void (rotation.successor = artifact);
      if (model === 'RefreshToken') noteSuccessor(Provider.ctx, { model, id });
      if (model === 'DeviceCode') return write((tx) => storeDeviceCode(options, tx, artifact));
      await withStore(() => storeArtifact(options, artifact));
    },
    async consume(id) {
      if (mayRotateLater(Provider.ctx, { model, id }))
        return beginRotation(Provider.ctx as KoaContextWithOIDC, { model, id });
      if ((await redeemArtifact(options, { model, id })) === 'first')
        noteConsumed(Provider.ctx, { model, id });
    },
    async destroy(id) {
      if (model !== 'Session' || !isSignOut())
        return void (await write((tx) => deleteArtifact(tx, model, id)));
      await write(async (tx) => {
        const session = await takeArtifact(tx, model, id);
        if (session)
          await options.onSignOut(tx, session as unknown as SessionPayload, requestCaller());
      });
    },
    revokeByGrantId: async (grantId) =>
      void (await write(async (tx) => {
        await deleteGrantArtifacts(tx, grantId);
        if (route() === 'end_session_confirm') await endSessionTokens(tx, sessionOfGrant(grantId));
        // RFC 7009 §2.1: revoking a refresh token also revokes the access tokens of its grant.
        const { RefreshToken: revoked } = Provider.ctx?.oidc?.entities ?? {};
        if (route() !== 'revocation' || model !== 'RefreshToken' || !revoked?.accountId) return;
        await revokeUserTokens(tx, String(revoked.clientId), revoked.accountId);
      })),
  };
}
