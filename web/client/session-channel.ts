import type { WebAppName } from './web-app.ts';

/** What the tabs of an origin tell each other about sessions. */
export type SessionNews =
  | { type: 'signed-in'; app: WebAppName }
  /** Signing out ends the sessions of all applications that users sign in to; the setup has one of its own. */
  | { type: 'signed-out'; app: WebAppName };

const channelName = 'platform-sessions';

/** Listens to the other tabs. Returns how to stop that. */
export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }) => listener(data as SessionNews));
  return () => channel.close();
}

/** Tells the other tabs. */
export function tellTabs(news: SessionNews): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(news);
  channel.close();
}
