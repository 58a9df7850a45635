import { commonProblems, declaredProblems, isConditional } from '../operation.ts';
import type { Operation } from '../operation.ts';
import { problems } from '../problems.ts';
import type { ProblemCode } from '../problems.ts';
import type { JsonObject } from './json.ts';

/** The body of every unsuccessful response (RFC 9457). */
export const problemSchema: JsonObject = {
  type: 'object',
  description:
    'A problem document (RFC 9457). `code` is one of a fixed list of values; `errors` lists problems with individual properties.',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'detail'],
        properties: {
          pointer: { type: 'string', description: 'JSON Pointer (RFC 6901) into the body.' },
          code: { type: 'string' },
          detail: { type: 'string' },
        },
      },
    },
  },
};

const headersOf = (status: number): JsonObject => ({
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  ...(status === 429 || status === 503 || status === 504
    ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
    : {}),
  ...(status === 401 || status === 403
    ? {
        'WWW-Authenticate': {
          schema: { type: 'string' },
          description: 'Authentication challenge (RFC 6750, RFC 9728).',
        },
      }
    : {}),
});

const responseOf = (status: number, codes: readonly ProblemCode[]): JsonObject => ({
  description: codes.map((code) => `\`${code}\`: ${problems[code].title}.`).join(' '),
  headers: headersOf(status),
  content: {
    'application/problem+json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { type: 'object', properties: { status: { const: status }, code: { enum: codes } } },
        ],
      },
    },
  },
});

/** Codes that any operation may return, by status: each set is one component. */
const sharedCodes = new Map<number, ProblemCode[]>();
for (const code of [...commonProblems].sort()) {
  const { status } = problems[code];
  sharedCodes.set(status, [...(sharedCodes.get(status) ?? []), code]);
}
const isShared = (status: number, codes: readonly ProblemCode[]): boolean =>
  sharedCodes.get(status)?.join(' ') === codes.join(' ');

/**
 * Omits 412 for an operation without conditions, which rejects the header: that needs no entry of
 * its own.
 */
const documentedProblems = (operation: Operation): ProblemCode[] =>
  [...declaredProblems(operation)]
    .filter((code) => code !== 'precondition_failed' || isConditional(operation))
    .sort();

/**
 * Builds the error responses of operations. Responses shared by all operations are components, so
 * that their names never change.
 */
export function problemResponses() {
  return {
    /** Returns the `responses` of an operation, except for its success. */
    of(operation: Operation): JsonObject {
      const byStatus = new Map<number, ProblemCode[]>();
      for (const code of documentedProblems(operation)) {
        const { status } = problems[code];
        byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
      }
      return Object.fromEntries(
        [...byStatus]
          .sort(([a], [b]) => a - b)
          .map(([status, codes]) => [
            String(status),
            isShared(status, codes)
              ? { $ref: `#/components/responses/Problem${status}` }
              : responseOf(status, codes),
          ]),
      );
    },
    /** `components.responses`. */
    all: (): JsonObject =>
      Object.fromEntries(
        [...sharedCodes].map(([status, codes]) => [`Problem${status}`, responseOf(status, codes)]),
      ),
  };
}
