/** What a reader needs before the first call; Markdown. */
export const introduction = ({
  serverUrl,
  tenantIssuer,
}: {
  serverUrl: string;
  tenantIssuer: string;
}): string => `Manage users, organizations, sign-in, consents, access, events and integrations of one tenant.

**Base URL.** \`${serverUrl}/api/v1\`. Every call acts on the tenant that issued its access token.

**Token.** Request one with the client credentials of an application, then send it as \`Authorization: Bearer …\`:

\`\`\`
curl -u "$CLIENT_ID:$CLIENT_SECRET" ${tenantIssuer}/oauth2/token \\
  -d grant_type=client_credentials -d scope=tenant:users.read
\`\`\`

**Pagination.** Lists return \`data\`, \`hasMore\` and \`nextCursor\`. Pass \`nextCursor\` as \`cursor\` for the next page; \`limit\` is 1 to 200.

**Errors.** Every error is a problem document (RFC 9457) with a \`code\` from a closed list. \`errors[]\` points at the properties that are wrong.

**Idempotency.** Send an \`Idempotency-Key\` with a POST, and repeat the request safely for 24 hours.

**Concurrency.** Responses carry an \`ETag\`. Send it as \`If-Match\` to change only the version you have read.

**Rate limits.** \`RateLimit\` and \`RateLimit-Policy\` say what is left. After a 429, wait for \`Retry-After\` seconds.

**Versions.** New properties and new values of open lists may appear at any time; ignore what you do not know. Operations marked \`preview\` may change.

Text holds neither NUL nor lone surrogates, no property is named \`__proto__\`, \`constructor\` or \`prototype\`, and a body is nested at most 16 levels deep unless its operation says otherwise.`;
