/** A user of the stand-in. */
export interface GraphUser {
  id: string;
  userPrincipalName: string;
  mail?: string;
  displayName?: string;
  accountEnabled?: boolean;
  userType?: 'Member' | 'Guest';
}

/** A stand-in of Microsoft Entra ID and Microsoft Graph over HTTP: pages of two, delta links, throttling, refusals. */
export interface FakeGraph {
  url: string;
  users: Map<string, GraphUser>;
  groups: Map<string, { id: string; displayName: string; members: string[] }>;
  secret: string;
  /** Permissions in the access token. */
  roles: string[];
  /** So many of the next requests to Graph are answered 429. */
  throttle: number;
  /** So many of the next requests to Graph are answered 502. */
  failures: number;
  /** Access tokens made until now are answered 401. */
  endTokens(): void;
  /** Delta links made until now are answered 410. */
  expireLinks(): void;
  /** Links to the next page are answered 410, once. */
  expirePages: boolean;
  /** Changes since the last delta link. */
  changed: Map<string, 'changed' | 'removed'>;
  changedGroups: Map<string, 'changed' | 'removed'>;
  /** Users whom filters do not find yet. */
  lagging: Set<string>;
  /** Groups that are listed and are gone when their members are asked for. */
  vanishing: Set<string>;
  seen: string[];
  /** Properties that delta links track, as they were selected last. */
  tracked: string[];
  /** Properties that delta links cannot track: to select them is answered 400. */
  untrackable: Set<string>;
  /** Requests to Graph beyond so many wait for `release`. */
  holdAfter: number;
  /** How many wait. */
  readonly held: number;
  release(): void;
  stop(): Promise<void>;
}

/** What a stand-in has issued so far: delta links of generations, access tokens by number. */
export interface GraphState {
  fake: FakeGraph;
  generation: number;
  tokens: number;
}
