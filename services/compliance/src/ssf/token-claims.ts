import type { SsfReceiver } from '@platform/contracts';

/** What a security event is about (RFC 9493). */
export type TokenSubjectIdentifier = { format: string } & Record<string, unknown>;

/** A person as receivers may know them. */
export interface TokenSubject {
  userId: string;
  /** Undefined where it is not known. */
  email?: string | undefined;
  sessionId?: string | undefined;
}

/** Where tokens of a stream come from and go to. */
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

/** A person in the format that the receiver asked for; one without an address stays `iss_sub`. */
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

/** What concerns a stream itself is about its id (SSF 1.0 §8.1.4). */
export const streamSubject = (streamId: string): TokenSubjectIdentifier => opaque(streamId);

/** RFC 7519 §4.1.3: one audience is a string. */
export const audienceClaim = (audience: readonly string[]): string | string[] =>
  audience.length === 1 ? (audience[0] as string) : [...audience];

/** The claims of a security event token (RFC 8417): one event each, and nothing that an access token has. */
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
