import { problems } from '@platform/contracts';
import type { FieldError, ProblemCode } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import { z } from 'zod';

/** Statuses of problems to pass on to the caller, caused by the request or by a third party. */
const passedOn = new Set([400, 404, 409, 410, 412, 413, 415, 422, 429, 502, 503, 504]);
const headersPassedOn = ['retry-after', 'etag'];

const ProblemShape = z.looseObject({
  code: z.string(),
  detail: z.string().optional(),
  errors: z.array(z.unknown()).optional(),
});
const usualMembers = new Set([
  'type',
  'title',
  'status',
  'code',
  'detail',
  'instance',
  'requestId',
  'errors',
]);

/** The relevant parts of a response. */
export interface ServiceAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const isProblemOf = (code: string, status: number): code is ProblemCode =>
  Object.hasOwn(problems, code) && problems[code as ProblemCode].status === status;

function parsed({ headers, body }: ServiceAnswer): z.output<typeof ProblemShape> | undefined {
  if (!String(headers['content-type']).startsWith('application/problem+json')) return undefined;
  try {
    return ProblemShape.parse(JSON.parse(body.toString('utf8')));
  } catch {
    return undefined;
  }
}

/**
 * The problem to pass on from a response of the identity service. Undefined if the caller is not the cause: a rejected service
 * token, a failure, or anything but problem+json with a known code.
 */
export function callersProblem(answer: ServiceAnswer): Problem | undefined {
  const told = passedOn.has(answer.status) ? parsed(answer) : undefined;
  if (!told || !isProblemOf(told.code, answer.status)) return undefined;
  const members = Object.fromEntries(
    Object.entries(told).filter(([name]) => !usualMembers.has(name)),
  );
  const headers = Object.fromEntries(
    headersPassedOn.flatMap((name) => {
      const value = answer.headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
  return problem(told.code, {
    ...(told.detail === undefined ? {} : { detail: told.detail }),
    errors: (told.errors ?? []) as FieldError[],
    members,
    headers,
  });
}

/** A response that cannot be used: a fault of the identity service. */
export const unusableAnswer = (reason: string): Problem =>
  problem('upstream_failed', {
    detail: 'The identity service returned an invalid response.',
    cause: new Error(reason),
  });
