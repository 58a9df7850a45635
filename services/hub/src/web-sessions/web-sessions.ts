import type { WebApp } from '@platform/contracts';
import type { DirectoryTenant } from '@platform/kit/auth';
import { singleFlight } from '@platform/kit/cache';
import type { Database, Tx } from '@platform/kit/database';
import { exclusively } from '@platform/kit/leases';
import { problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import type { Logger } from '@platform/kit/telemetry';
import { UpstreamRejected, isGrantRefused } from '@platform/relying-party';
import type { OwnCaller } from '../authorization-server/issuer-fetch.ts';
import { isCutOff } from '../token-cutoffs/cut-off.ts';
import { webAppLifetimes } from './web-app-rules.ts';
import type { SetupTokens } from './setup-tokens.ts';
import type { WebClient } from './web-client.ts';
import {
  deleteWebSession,
  findWebSession,
  sessionHash,
  touchWebSession,
  updateWebSessionTokens,
} from './web-session-store.ts';
import type { WebSessionKey, WebSessionRecord } from './web-session-store.ts';
import { openTokens, sealTokens, webTokens } from './web-tokens.ts';
import type { WebTokens } from './web-tokens.ts';

export interface WebSessionsOptions {
  db: Database;
  secrets: Pick<SecretBox, 'seal' | 'open'>;
  client: Pick<WebClient, 'refresh'>;
  setup: Pick<SetupTokens, 'renew'>;
  log: Logger;
}

/** A request that presents a session. */
export interface PresentedSession extends OwnCaller {
  app: WebApp;
  sessionId: string;
  /** The request does not keep the session from expiring. */
  isBackground: boolean;
}

/** A session whose access token is valid. */
export interface LiveSession {
  record: WebSessionRecord;
  tokens: WebTokens;
}

interface FoundSession extends LiveSession {
  isCutOff: boolean;
}

/** A token is refreshed this long before it expires: longer than the gateway keeps it, and than the clocks of pods differ. */
const refreshAheadSeconds = 75;
const lockWaitMs = 5_000;

const contextOf = (tenant: Pick<DirectoryTenant, 'id'>) =>
  ({ tenantId: tenant.id, actor: { type: 'system', id: 'hub' } }) as const;

const secondsLeft = ({ claims }: WebTokens): number => claims.exp - Date.now() / 1000;

const isUsable = ({ tokens, isCutOff }: FoundSession): boolean =>
  !isCutOff && secondsLeft(tokens) > refreshAheadSeconds;

/** Whether the tokens serve until they can be refreshed. */
const mayServe = ({ tokens, isCutOff }: FoundSession): boolean =>
  !isCutOff && secondsLeft(tokens) > 0;

const keyOf = ({ app, sessionId }: PresentedSession): WebSessionKey => ({
  app,
  idHash: sessionHash(sessionId),
});

/** Sessions of the web applications. Each function returns undefined for a session that does not exist or has ended. */
export function webSessions({ db, secrets, client, setup, log }: WebSessionsOptions) {
  async function found(tx: Tx, record: WebSessionRecord): Promise<FoundSession> {
    const { tenantId } = tx.context;
    const tokens = openTokens(secrets, { tenantId, ...record }, record.tokensSealed);
    return { record, tokens, isCutOff: await isCutOff(tx, tokens) };
  }

  const look = (presented: PresentedSession): Promise<FoundSession | undefined> => {
    const key = keyOf(presented);
    const { idleSeconds } = webAppLifetimes[presented.app];
    const work = async (tx: Tx): Promise<FoundSession | undefined> => {
      const record = presented.isBackground
        ? await findWebSession(tx, key)
        : await touchWebSession(tx, key, idleSeconds);
      return record && found(tx, record);
    };
    const context = contextOf(presented.tenant);
    return presented.isBackground ? db.read(context, work) : db.transact(context, work);
  };

  async function end(presented: PresentedSession): Promise<undefined> {
    await db.transact(contextOf(presented.tenant), (tx) => deleteWebSession(tx, keyOf(presented)));
  }

  /** The next tokens of a session; undefined if there are none any more. */
  async function nextTokens(
    presented: PresentedSession,
    { record, tokens: { refreshToken } }: FoundSession,
  ): Promise<WebTokens | undefined> {
    if (record.app === 'setup') {
      const accessToken = await setup.renew(presented.tenant, record.userId);
      return accessToken === undefined
        ? undefined
        : webTokens({ accessToken, refreshToken: undefined });
    }
    if (refreshToken === undefined) return undefined;
    return webTokens({ refreshToken, ...(await client.refresh(presented, refreshToken)) });
  }

  /** Gets new tokens. Undefined if there are none: the session at the issuer, or the setup link, has ended. */
  async function renewed(
    presented: PresentedSession,
    session: FoundSession,
  ): Promise<LiveSession | undefined> {
    const { tenant } = presented;
    const { record } = session;
    const fresh = await nextTokens(presented, session);
    if (!fresh) return end(presented);
    const sealed = sealTokens(secrets, { tenantId: tenant.id, ...record }, fresh);
    const isKept = await db.transact(contextOf(tenant), (tx) =>
      updateWebSessionTokens(tx, record, sealed),
    );
    return isKept > 0 ? { record: { ...record, tokensSealed: sealed }, tokens: fresh } : undefined;
  }

  /** As {@link renewed}; while the issuer cannot be reached, the present token serves until it expires. */
  async function renewedOrPresent(
    presented: PresentedSession,
    session: FoundSession,
  ): Promise<LiveSession | undefined> {
    try {
      return await renewed(presented, session);
    } catch (error) {
      if (error instanceof UpstreamRejected && isGrantRefused(error)) return end(presented);
      log.warn({ err: error, tenantId: presented.tenant.id }, 'a web session was not refreshed');
      if (mayServe(session)) return session;
      throw problem('upstream_unavailable', {
        detail: 'The session cannot be refreshed at the moment',
        headers: { 'retry-after': '2' },
        cause: error,
      });
    }
  }

  /**
   * Refreshes once, however many requests find the same tokens: a refresh token that is used twice looks stolen. Requests of this pod
   * share the refresh; those of other pods wait for it and use its result.
   */
  const refreshOnce = singleFlight(
    ({ presented, seen }: { presented: PresentedSession; seen: string }) => {
      const name = `web session ${presented.tenant.id} ${keyOf(presented).idHash.toString('hex')}`;
      return exclusively(db, { name, waitMs: lockWaitMs }, async () => {
        const session = await look({ ...presented, isBackground: true });
        if (!session) return undefined;
        const isRenewed = session.record.tokensSealed !== seen && mayServe(session);
        return isRenewed ? session : renewedOrPresent(presented, session);
      });
    },
    ({ presented, seen }) => `${presented.tenant.id} ${presented.sessionId} ${seen}`,
  );

  return {
    /** Finds a session with an access token that is valid for at least as long as the gateway keeps it. */
    async find(presented: PresentedSession): Promise<LiveSession | undefined> {
      const session = await look(presented);
      if (!session || isUsable(session)) return session;
      return refreshOnce({ presented, seen: session.record.tokensSealed });
    },

    /** Refreshes the tokens of a session now, so that they show what the user may do since. */
    async refresh(presented: PresentedSession): Promise<LiveSession | undefined> {
      const session = await look(presented);
      return session && refreshOnce({ presented, seen: session.record.tokensSealed });
    },
  };
}

/** See {@link webSessions}. */
export type WebSessions = ReturnType<typeof webSessions>;
