import { z } from 'zod';

const refusedHeader =
  /^(host|content-length|content-type|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*|user-agent|accept-encoding|origin|forwarded|x-forwarded-.*|traceparent|tracestate|webhook-.*|x-platform-.*)$/i;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;

/**
 * Headers that a tenant adds to the platform's requests: at most 20, with names that have no
 * meaning to the platform.
 */
export const headersOf = <T extends z.ZodType>(value: T) =>
  z
    .record(z.string(), value)
    .superRefine((headers, context) => {
      const names = Object.keys(headers);
      const issue = (path: string[], code: string, message: string): void =>
        context.addIssue({ code: 'custom', path, message, params: { code } });
      for (const name of names) {
        if (!headerName.test(name))
          issue(
            [name],
            'invalid_format',
            'must be a header name (RFC 9110 token) of at most 64 characters',
          );
        else if (refusedHeader.test(name))
          issue([name], 'header_not_allowed', 'is a header that the platform does not allow');
      }
      if (new Set(names.map((n) => n.toLowerCase())).size !== names.length)
        issue([], 'invalid_format', 'must not contain header names that differ only in case');
      if (names.length > 20) issue([], 'invalid_format', 'must have at most 20 headers');
    })
    .meta({ propertyNames: { type: 'string', pattern: headerName.source }, maxProperties: 20 });
/** The value of such a header: visible ASCII and spaces, at most 1024 characters. */
export const headerValue = z.string().regex(/^[\x20-\x7e]{0,1024}$/, {
  error: 'must be at most 1024 visible ASCII characters and spaces',
});

/**
 * URL that the platform sends requests to for a tenant. Addresses are checked at each connection,
 * not here.
 */
export const receiverUrl = z
  .string()
  .min(1)
  .max(2048)
  .meta({ format: 'uri' })
  .describe(
    'An https URL with a public host and port 443 or 1024 to 65535, without user information or a fragment.',
  );
