import { declaredProblems } from '../operation.ts';
import type { Operation } from '../operation.ts';
import { problems } from '../problems.ts';
import type { ProblemCode } from '../problems.ts';
import type { JsonObject } from './json.ts';

/** The body of every answer that is not a success (RFC 9457). */
export const problemSchema: JsonObject = {
  type: 'object',
  description:
    'RFC 9457. `code` is one of a closed list; `errors` says what is wrong with single members.',
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
    ? { 'WWW-Authenticate': { schema: { type: 'string' }, description: 'RFC 6750, RFC 9728.' } }
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

/** The refusals of operations, each set of codes kept once. */
export function problemResponses() {
  const components: Record<string, JsonObject> = {};
  const names = new Map<string, string>();

  function nameOf(status: number, codes: readonly ProblemCode[]): string {
    const key = codes.join(' ');
    const known = names.get(key);
    if (known) return known;
    const alike = [...names.values()].filter((name) => name.startsWith(`Problem${status}`)).length;
    const name = alike === 0 ? `Problem${status}` : `Problem${status}v${alike + 1}`;
    names.set(key, name);
    components[name] = responseOf(status, codes);
    return name;
  }

  return {
    /** `responses` of an operation beside its success. */
    of(operation: Operation): JsonObject {
      const byStatus = new Map<number, ProblemCode[]>();
      for (const code of [...declaredProblems(operation)].sort()) {
        const { status } = problems[code];
        byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
      }
      return Object.fromEntries(
        [...byStatus]
          .sort(([a], [b]) => a - b)
          .map(([status, codes]) => [
            String(status),
            { $ref: `#/components/responses/${nameOf(status, codes)}` },
          ]),
      );
    },
    /** `components.responses`. */
    all: () => components,
  };
}
