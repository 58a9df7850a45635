/** Returns the introduction for readers of the document, in Markdown. */
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

**Pagination.** Lists return \`data\`, \`hasMore\` and \`nextCursor\`. Pass \`nextCursor\` as \`cursor\` to get the next page; \`limit\` can be 1 to 200.

**Errors.** Every error is a problem document (RFC 9457) with a \`code\` from a fixed list. \`errors[]\` lists the invalid properties.

**Idempotency.** If you send an \`Idempotency-Key\` with a POST, you can repeat the request safely for 24 hours.

**Concurrency.** Responses carry an \`ETag\`. Send it as \`If-Match\` to change the resource only if nobody else has changed it.

**Rate limits.** \`RateLimit\` and \`RateLimit-Policy\` report the remaining requests. After a 429, wait for \`Retry-After\` seconds.

**Versions.** New properties and new values of open lists may appear at any time; ignore those that you do not know. Operations marked \`preview\` may change.

Text must not contain NUL or lone surrogates, properties must not be named \`__proto__\`, \`constructor\` or \`prototype\`, and bodies must not be nested more than 16 levels deep unless the operation allows it.`;
