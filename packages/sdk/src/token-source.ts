export interface TokenRequest {
  /** The API has just refused this token: return another one. */
  rejected?: string;
  signal?: AbortSignal;
}

/** Returns an access token for each request. It caches tokens itself. */
export type TokenSource = (request: TokenRequest) => string | Promise<string>;
