import type { SsfReceiver } from '@platform/contracts';

/** The subject of a security event (RFC 9493). */
export type TokenSubjectIdentifier = { format: string } & Record<string, unknown>;

/** A person as receivers may see them. */
export interface TokenSubject {
  userId: string;
  /** Undefined if unknown. */
  email?: string | undefined;
  sessionId?: string | undefined;
}

/** The issuer and the audience of a stream's tokens. */
export interface TokenIssue {
  issuer: string;
  tenantId: string;
  audience: readonly string[];
  issuedAt: Date;
}

const issSub = (iss: string, sub: string): TokenSubjectIdentifier => ({
  format: 'iss_sub',
  iss,
  sub,
});
const opaque = (id: string): TokenSubjectIdentifier => ({ format: 'opaque', id });

/** Returns a person in the format that the receiver requested; one without an address stays `iss_sub`. */
export function subjectIdentifier(
  format: SsfReceiver['subjectFormat'],
  { issuer, tenantId }: Pick<TokenIssue, 'issuer' | 'tenantId'>,
  { userId, email, sessionId }: TokenSubject,
): TokenSubjectIdentifier {
  const user = issSub(issuer, userId);
  if (format === 'email' && email !== undefined) return { format: 'email', email };
  if (format !== 'complex') return user;
  return {
    format: 'complex',
    user,
    tenant: opaque(tenantId),
    ...(sessionId === undefined ? {} : { session: opaque(sessionId) }),
  };
}

/** Events about a stream have its id as their subject (SSF 1.0 §8.1.4). */
export const streamSubject = (streamId: string): TokenSubjectIdentifier => opaque(streamId);

/** RFC 7519 §4.1.3: a single audience is a string. */
export const audienceClaim = (audience: readonly string[]): string | string[] =>
  audience.length === 1 ? (audience[0] as string) : [...audience];

/** Returns the claims of a security event token (RFC 8417): one event, and no claim of an access token. */
export const eventTokenClaims = (
  { issuer, audience, issuedAt }: TokenIssue,
  event: {
    jti: string;
    txn?: string | undefined;
    type: string;
    subject: TokenSubjectIdentifier;
    data: Record<string, unknown>;
  },
): Record<string, unknown> => ({
  iss: issuer,
  jti: event.jti,
  iat: Math.floor(issuedAt.getTime() / 1000),
  aud: audienceClaim(audience),
  ...(event.txn === undefined ? {} : { txn: event.txn }),
  sub_id: event.subject,
  events: { [event.type]: event.data },
});
