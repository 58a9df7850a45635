import { randomBytes } from 'node:crypto';
import type { Database } from '@platform/kit/database';
import type { RpcClient } from '@platform/kit/grpc';
import type { SecretBox } from '@platform/kit/secrets';
import type { OwnCaller } from '../authorization-server/issuer-fetch.ts';
import type { SetupTokens } from './setup-tokens.ts';
import { webAppLifetimes } from './web-app-rules.ts';
import { deleteWebSession, insertWebSession, sessionHash } from './web-session-store.ts';
import { sealTokens, webTokens } from './web-tokens.ts';

export interface SetupOpeningOptions {
  db: Pick<Database, 'transact'>;
  secrets: Pick<SecretBox, 'seal'>;
  tokens: Pick<SetupTokens, 'issue'>;
  links: () => Pick<RpcClient<'platform.directory.v1.SetupLinks'>, 'Open'>;
}

/** A setup link that a browser opens. */
export interface OpenedLink {
  token: string;
  /** The session that the browser has of an earlier link. */
  replaces: string | undefined;
}

/** Spends a setup link, and returns the id of the session that it opens. @throws 404, 409 for a link that does not open one */
export const setupOpening =
  ({ db, secrets, tokens, links }: SetupOpeningOptions) =>
  async (
    { tenant }: Pick<OwnCaller, 'tenant'>,
    { token, replaces }: OpenedLink,
  ): Promise<string> => {
    const tenantId = tenant.id;
    const link = await links().Open({ tenantId, token });
    const linkId = link.linkId;
    const id = randomBytes(32).toString('base64url');
    const idHash = sessionHash(id);
    const accessToken = await tokens.issue(tenant, link);
    const tokensSealed = sealTokens(
      secrets,
      { tenantId, idHash },
      webTokens({ accessToken, refreshToken: undefined }),
    );
    const session = { app: 'setup', idHash, userId: linkId, sid: linkId, tokensSealed } as const;
    await db.transact({ tenantId, actor: { type: 'setup', id: linkId } }, async (tx) => {
      if (replaces !== undefined) await deleteWebSession(tx, { idHash: sessionHash(replaces) });
      await insertWebSession(tx, { ...session, ...webAppLifetimes.setup });
    });
    return id;
  };
