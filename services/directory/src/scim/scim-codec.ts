import { jsonDialect } from '@platform/kit/http';
import type { Codec } from '@platform/kit/http';
import type { Problem } from '@platform/kit/problem';

export const scimMediaType = 'application/scim+json';
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

const typeByCode: Partial<Record<Problem['code'], string>> = {
  already_exists: 'uniqueness',
  conflict: 'uniqueness',
  invalid_cursor: 'invalidCursor',
  limit_exceeded: 'invalidValue',
  malformed_request: 'invalidSyntax',
  validation_failed: 'invalidValue',
};

/** RFC 7644 has no 422: an unprocessable request is a 400 with a type. */
export const scimStatusOf = ({ status }: Problem): number => (status === 422 ? 400 : status);

/** The type of an error (RFC 7644 §3.12); undefined if it has none. */
export const scimTypeOf = ({ code, details }: Problem): string | undefined =>
  (details.members?.['scimType'] as string | undefined) ?? typeByCode[code];

function errorBody(refusal: Problem): Record<string, unknown> {
  const { detail } = refusal.details;
  const scimType = scimTypeOf(refusal);
  return {
    schemas: [errorSchema],
    status: String(scimStatusOf(refusal)),
    ...(scimType === undefined ? {} : { scimType }),
    detail: detail ?? refusal.message,
  };
}

/** The SCIM dialect: its media type, weak entity tags, and errors as in RFC 7644 §3.12. */
export const scimCodec: Codec = jsonDialect({
  accepts: () => [scimMediaType, 'application/json'],
  contentType: scimMediaType,
  weakTags: true,
  renderProblem: (refusal) => ({
    status: scimStatusOf(refusal),
    contentType: scimMediaType,
    text: JSON.stringify(errorBody(refusal)),
  }),
});
