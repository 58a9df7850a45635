import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { asProblem, problem } from '../problem/problem.ts';
import type { Problem } from '../problem/problem.ts';

/** An answer with more to say than its body. */
export interface Answer<T> {
  body: T;
  /** Version of the resource: its strong ETag. Without it the ETag is that of {@link contentVersion}. */
  version?: number | string;
  headers?: Record<string, string>;
}

const answerMark: unique symbol = Symbol('answer');

/** A body with its version or further headers. */
export const answer = <T>(
  body: T,
  more: Omit<Answer<T>, 'body'> = {},
): Answer<T> & { [answerMark]: true } => ({ body, ...more, [answerMark]: true });

/** Whatever a handler returned, as an answer. */
export const asAnswer = <T>(returned: T | Answer<T>): Answer<T> =>
  typeof returned === 'object' && returned !== null && answerMark in returned
    ? (returned as Answer<T>)
    : { body: returned as T };

/** Strong entity tag of a version. */
export const etagOf = (version: number | string): string => `"${version}"`;

const digest = (json: string): string =>
  createHash('sha256').update(json).digest('base64url').slice(0, 22);

/** Strong entity tag of a serialized body without a version. */
export const digestTag = (json: string): string => etagOf(digest(json));

const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * Version of a resource that keeps none: a digest of all that is shown of it, whatever the order of its members, which a
 * database may change. An answer without a version has the tag of this one, so that `ifMatch(contentVersion(resource))`
 * is the check of a write on what a handler returns as `resource`.
 */
export const contentVersion = (resource: unknown): string =>
  digest(JSON.stringify(resource, inOrder));

/** Strong comparison with a list of entity tags (RFC 9110 §8.8.3.2); `*` matches whatever exists. */
export const matchesTag = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some((t) => t.trim() === tag);

/** 412 `precondition_failed` when `If-Match` names another version. Of what does not exist (`undefined`) no tag is right, `*` included. */
export function checkIfMatch(
  ifMatch: string | undefined,
  version: number | string | undefined,
): void {
  if (ifMatch === undefined) return;
  if (version === undefined)
    throw problem('precondition_failed', { detail: 'there is no such resource yet' });
  if (matchesTag(ifMatch, etagOf(version))) return;
  throw problem('precondition_failed', {
    detail: 'the resource has changed since it was read',
    headers: { etag: etagOf(version) },
  });
}

/** Sends JSON. HEAD gets the head alone. */
export function sendJson(
  res: ServerResponse,
  status: number,
  json: string,
  headers: Record<string, string | string[]> = {},
  type = 'application/json; charset=utf-8',
): void {
  const bytes = Buffer.from(json);
  res.writeHead(status, {
    'content-type': type,
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  res.end((res.req as IncomingMessage | undefined)?.method === 'HEAD' ? undefined : bytes);
}

/** Sends a problem (RFC 9457). Nothing is sent where an answer has begun: the connection is cut instead. */
export function sendProblem(
  res: ServerResponse,
  error: unknown,
  where: { instance?: string; requestId?: string },
): Problem {
  const refusal = asProblem(error);
  if (res.headersSent) {
    res.destroy();
    return refusal;
  }
  const headers: Record<string, string> = {
    ...refusal.details.headers,
    ...(where.requestId ? { 'x-request-id': where.requestId } : {}),
  };
  if (refusal.status === 413) headers['connection'] = 'close';
  sendJson(
    res,
    refusal.status,
    JSON.stringify(refusal.body(where)),
    headers,
    'application/problem+json',
  );
  return refusal;
}
