import type { Operation } from '@platform/contracts';
import { problem } from '../problem/problem.ts';
import type { Problem } from '../problem/problem.ts';
import { etagOf } from './answer.ts';
import { checkText, parseJson } from './request-body.ts';

/** Where a problem occurred. */
export interface ProblemPlace {
  instance?: string;
  requestId?: string;
  /** Base URL of the API, which documents problem types. */
  apiUrl?: string;
}

/** A problem in the form in which it is sent. */
export interface RenderedProblem {
  status: number;
  contentType: string;
  text: string;
}

/**
 * The dialect of a group of operations: its media types, and the form of its problems. Every
 * dialect uses the same transaction, audit and idempotency.
 */
export interface Codec {
  /**
   * Media types of a request body, the preferred one first; `merge-patch` types are accepted if an
   * operation declares so.
   */
  accepts(operation: Pick<Operation, 'mergePatch'>): readonly string[];
  /** Parses a body. Throws a problem. */
  parse(raw: Buffer, operation: Pick<Operation, 'maxJsonDepth'>): unknown;
  /** Media type of a response. */
  contentType: string;
  /**
   * Entity tags are weak (`W/"1"`), and conditions are compared without that mark, as in SCIM (RFC
   * 7644 §3.14).
   */
  weakTags?: boolean;
  renderProblem(problem: Problem, where: ProblemPlace): RenderedProblem;
}

/** Returns the entity tag of a version in a dialect. */
export const tagOf = ({ weakTags }: Pick<Codec, 'weakTags'>, version: number | string): string =>
  weakTags ? `W/${etagOf(version)}` : etagOf(version);

// RFC 9110 §13.1.1: `*`, or entity tags in double quotes.
const ifMatchForm = /^\s*(?:\*|(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*)\s*$/;

/**
 * Returns the `If-Match` of a request for a strong comparison; in a dialect with weak tags, without
 * their mark.
 * @throws `invalid_parameter` if it is not a list of entity tags, such as a tag without its quotes
 */
export function conditionIn(
  { weakTags }: Pick<Codec, 'weakTags'>,
  ifMatch: string | undefined,
): string | undefined {
  if (ifMatch !== undefined && !ifMatchForm.test(ifMatch))
    throw problem('invalid_parameter', {
      detail: 'If-Match must be * or ETags as they were returned, in double quotes',
    });
  return weakTags ? ifMatch?.replaceAll('W/"', '"') : ifMatch;
}

const parse: Codec['parse'] = (raw, { maxJsonDepth }) => {
  const value = parseJson(raw, maxJsonDepth);
  checkText(raw, value);
  return value;
};

/** Creates a dialect whose bodies are JSON under its own media types. */
export const jsonDialect = (more: Omit<Codec, 'parse'>): Codec => ({ parse, ...more });

/** The dialect of the API: JSON, JSON Merge Patch, problem details (RFC 9457). */
export const jsonCodec: Codec = jsonDialect({
  accepts: ({ mergePatch }) =>
    mergePatch ? ['application/json', 'application/merge-patch+json'] : ['application/json'],
  contentType: 'application/json; charset=utf-8',
  renderProblem: (problem, where) => ({
    status: problem.status,
    contentType: 'application/problem+json',
    text: JSON.stringify(problem.body(where)),
  }),
});

/**
 * Parses a form as sent by browsers and OAuth clients (`application/x-www-form-urlencoded`); each
 * name may occur once.
 */
export function parseForm(raw: Buffer): Record<string, string> {
  const form: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(raw.toString('utf8'))) form[name] ??= value;
  return form;
}
