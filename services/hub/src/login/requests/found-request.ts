import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import type { Database } from '@platform/kit/database';
import { asProblem, problemWithReason, problem } from '@platform/kit/problem';
import type { Client, Interaction, Provider } from 'oidc-provider';
import type { SignInSession } from '../../sessions/sign-in-session.ts';
import type { PageHostOf } from '../page-host.ts';
import { interactionFinder } from './orphaned-request.ts';

/** The authorization request of a browser's interaction cookie, with its tenant, client and session. */
export interface FoundRequest {
  tenant: DirectoryTenant;
  passkeyRpId: string | null;
  provider: Provider;
  interaction: Interaction;
  client: Client;
  session: SignInSession | undefined;
}

export interface RequestFinderOptions {
  db: Pick<Database, 'transact'>;
  pageHostOf: PageHostOf;
  providerOf: (tenant: DirectoryTenant) => Promise<{ provider: Provider }>;
}

const clientPointer = '/client_id';
const applicationGone = () =>
  problemWithReason('not_found', {
    pointer: clientPointer,
    code: 'not_found',
    detail: 'The application was removed or disabled',
  });

/** Whether a request failed because its application has been removed or disabled since. */
export const isApplicationGone = (error: unknown): boolean =>
  asProblem(error).details.errors?.[0]?.pointer === clientPointer;

/** Finds the authorization request of a visit. @throws 404 if the browser has no such request */
export function requestFinder({ db, pageHostOf, providerOf }: RequestFinderOptions) {
  const interactionOf = interactionFinder(db);

  async function findRequest(req: IncomingMessage, res: ServerResponse): Promise<FoundRequest> {
    const { tenant, passkeyRpId = null } = (await pageHostOf(req.headers.host)) ?? {};
    if (tenant?.state !== 'active') throw problem('not_found');
    const { provider } = await providerOf(tenant);
    const interaction = await interactionOf(provider, tenant.id, req, res);
    // Browsers send the cookie only to the path of its own request. No other path may use it.
    if (!new RegExp(`^/login/${interaction.uid}(/|\\?|$)`).test(req.url ?? ''))
      throw problem('not_found');
    const client = await provider.Client.find(String(interaction.params['client_id']));
    if (!client) throw applicationGone();
    const uid = interaction.session?.uid;
    const session = uid ? ((await provider.Session.findByUid(uid)) as SignInSession) : undefined;
    return { tenant, passkeyRpId, provider, interaction, client, session };
  }

  /** Reading and ending a request in one visit share a lookup. The library looks the request up again before it continues. */
  const found = new WeakMap<IncomingMessage, Promise<FoundRequest>>();
  return function find(req: IncomingMessage, res: ServerResponse): Promise<FoundRequest> {
    const known = found.get(req) ?? findRequest(req, res);
    found.set(req, known);
    return known;
  };
}
