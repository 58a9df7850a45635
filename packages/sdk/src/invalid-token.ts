/** Why a token is rejected. */
export type TokenFault =
  | 'token_missing'
  | 'token_invalid'
  | 'token_expired'
  | 'insufficient_scope'
  | 'insufficient_user_authentication';

/** The codes of RFC 6750 §3.1 and RFC 9470 §3. A request without a token gets none. */
const errorOf: Readonly<Record<TokenFault, string | undefined>> = {
  token_missing: undefined,
  token_invalid: 'invalid_token',
  token_expired: 'invalid_token',
  insufficient_scope: 'insufficient_scope',
  insufficient_user_authentication: 'insufficient_user_authentication',
};

/** What clients find in the challenge. */
export interface ChallengeParameters {
  /** The API that tokens have to be for. */
  realm?: string;
  /** Scopes that the request requires, separated by spaces. */
  scope?: string;
  /** Assurance that the sign-in has to reach, separated by spaces, preferred first. */
  acr_values?: string;
  /** Seconds since the sign-in. */
  max_age?: number;
}

/** RFC 6750 §3: an error description contains neither quotes nor backslashes. */
const plain = (text: string): string => text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');

function challengeOf(
  reason: TokenFault,
  message: string,
  { realm, ...more }: ChallengeParameters,
): string {
  const error = errorOf[reason];
  const all = Object.entries({
    realm: realm ?? '',
    error,
    error_description: error && message,
    ...more,
  }).filter(([, value]) => value !== undefined);
  return `Bearer ${all.map(([name, value]) => `${name}="${plain(String(value))}"`).join(', ')}`;
}

/** A token that must be rejected: with status 403 for a missing scope, otherwise with 401. */
export class InvalidToken extends Error {
  override readonly name = 'InvalidToken';
  readonly reason: TokenFault;
  readonly missingScopes: readonly string[];
  /** The value of `WWW-Authenticate`, from which clients learn what to do (RFC 6750 §3, RFC 9470 §3). */
  readonly challenge: string;

  constructor(
    reason: TokenFault,
    message: string,
    {
      missingScopes = [],
      cause,
      ...challenge
    }: ChallengeParameters & { missingScopes?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.reason = reason;
    this.missingScopes = missingScopes;
    this.challenge = challengeOf(reason, message, challenge);
  }

  /** The status of the response. */
  get status(): 401 | 403 {
    return this.reason === 'insufficient_scope' ? 403 : 401;
  }
}
