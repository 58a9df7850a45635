export interface GraphUser {
  id: string;
  userPrincipalName: string;
  mail?: string;
  displayName?: string;
  accountEnabled?: boolean;
  userType?: 'Member' | 'Guest';
}

/**
 * A fake of Microsoft Entra ID and Microsoft Graph over HTTP: pages of two, delta links,
 * throttling, rejections.
 */
export interface FakeGraph {
  url: string;
  users: Map<string, GraphUser>;
  groups: Map<string, { id: string; displayName: string; members: string[] }>;
  secret: string;
  /** Permissions in the access token. */
  roles: string[];
  /** The number of following requests to Graph that get 429. */
  throttle: number;
  /** The number of following requests to Graph that get 502. */
  failures: number;
  /** Existing access tokens get 401. */
  endTokens(): void;
  /** Existing delta links get 410. */
  expireLinks(): void;
  /** Links to the next page get 410, once. */
  expirePages: boolean;
  /** Changes since the last delta link. */
  changed: Map<string, 'changed' | 'removed'>;
  changedGroups: Map<string, 'changed' | 'removed'>;
  /** Users whom filters do not find yet. */
  lagging: Set<string>;
  /** Groups that are listed and are gone when their members are requested. */
  vanishing: Set<string>;
  seen: string[];
  /** Properties that delta links track, as last selected. */
  tracked: string[];
  /** Properties that delta links cannot track: selecting them gets 400. */
  untrackable: Set<string>;
  /** Requests to Graph after this many wait for `release`. */
  holdAfter: number;
  /** The number of waiting requests. */
  readonly held: number;
  release(): void;
  stop(): Promise<void>;
}

/** Everything that the fake has issued: delta links by generation, access tokens by number. */
export interface GraphState {
  fake: FakeGraph;
  generation: number;
  tokens: number;
}
