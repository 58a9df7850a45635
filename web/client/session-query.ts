import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { isAway } from './read-retry.ts';
import { tellTabs } from './session-channel.ts';
import { endSession, readSession, renewSession } from './session.ts';
import type { Session } from './session.ts';
import { webClientOf } from './web-client.ts';

const sessionKey = ['session'] as const;

const knownSession = (queryClient: QueryClient): Session | null =>
  queryClient.getQueryData<Session | null>(sessionKey) ?? null;

/** Another user has signed in: nothing of this page is theirs. Never returns, since the page is left. */
function discardPage(app: string): Promise<never> {
  location.replace(`/${app}`);
  return new Promise(() => undefined);
}

/**
 * Keeps a session that has ended, so that the page can stay below the dialog that says so; opens the gate once its user is back.
 */
async function settle(queryClient: QueryClient, read: Session | null): Promise<Session | null> {
  const { app, gate } = webClientOf(queryClient);
  const known = knownSession(queryClient);
  if (!read) {
    if (known) gate.close();
    return known;
  }
  if (known && known.user.id !== read.user.id) return discardPage(app);
  if (gate.current()?.kind === 'ended') gate.open();
  return read;
}

/** The query of the session; null if the user has not signed in. Read again whenever the window gets the focus. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  async queryFn({ client }): Promise<Session | null> {
    const { app, activity } = webClientOf(client);
    return settle(client, await readSession({ app, isBackground: !activity.isPresent() }));
  },
  staleTime: 10_000,
  refetchOnWindowFocus: 'always',
  // Without a session there is nothing to show, so the page says so instead of waiting.
  retry: (failures, error) => failures < 3 && isAway(error),
});

/** The session of the page. Its frame has made sure that there is one. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new TypeError('A page is shown without a session.');
  return data;
}

/** Reads the session again, now. */
export const rereadSession = (queryClient: QueryClient): Promise<Session | null> =>
  queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });

/** The user has signed in again in another tab: everything that waits is sent again. */
export async function resumeSession(queryClient: QueryClient): Promise<void> {
  const session = await rereadSession(queryClient);
  const { gate } = webClientOf(queryClient);
  if (session && gate.current()?.kind === 'step-up') gate.open();
}

/** Shows what the user may do since an elevation. */
export async function showElevation(queryClient: QueryClient): Promise<void> {
  const renewed = await renewSession({ app: webClientOf(queryClient).app });
  queryClient.setQueryData(sessionKey, await settle(queryClient, renewed));
}

/** Leaves the page without a trace of its user. */
export function leave(queryClient: QueryClient): void {
  queryClient.clear();
  location.replace('/oauth2/logout/success');
}

/** Signs the user out, in all tabs: of the setup, or of every application that users sign in to. @throws SessionUnavailable */
export async function signOut(queryClient: QueryClient): Promise<void> {
  const { app } = webClientOf(queryClient);
  await endSession({ app });
  tellTabs({ type: 'signed-out', app });
  leave(queryClient);
}

/** See {@link signOut}. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => signOut(queryClient);
}
