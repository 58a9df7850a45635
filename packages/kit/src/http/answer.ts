import { createHash } from 'node:crypto';
import { problem } from '../problem/problem.ts';

/** A JSON response with more than its body. */
export interface Answer<T> {
  body: T;
  /**
   * Version of the resource: its strong ETag. Without it the ETag is that of
   * {@link contentVersion}.
   */
  version?: number | string;
  /**
   * Overrides the operation's status: 204 sends no body; 202 for an operation that declares
   * `otherStatus`.
   */
  status?: 200 | 201 | 202 | 204;
  headers?: Record<string, string>;
  /**
   * Writes only: called after the commit. The response is sent when this settles, successfully or
   * not, since the commit has already happened. It must bound its own wait. Not called when a
   * stored response is replayed.
   */
  committed?: () => Promise<unknown>;
}

const answerMark: unique symbol = Symbol('answer');

/** Builds a response from a body, with its version or further headers. */
export const answer = <T>(
  body: T,
  more: Omit<Answer<T>, 'body'> = {},
): Answer<T> & { [answerMark]: true } => ({ body, ...more, [answerMark]: true });

/** Converts a handler's return value to a response. */
export const asAnswer = <T>(returned: T | Answer<T>): Answer<T> =>
  typeof returned === 'object' && returned !== null && answerMark in returned
    ? (returned as Answer<T>)
    : { body: returned as T };

/** A body that is sent as it is produced, such as NDJSON. */
export interface StreamAnswer {
  kind: 'stream';
  contentType: string;
  body: AsyncIterable<Uint8Array | string>;
  headers?: Record<string, string>;
}

/** A body of known length. Supports range requests (RFC 9110 §14). */
export interface FileAnswer {
  kind: 'file';
  contentType: string;
  /** Size in bytes. */
  size: number;
  /** Strong version, used as the ETag, so that an interrupted download can resume. */
  version: string;
  /** File name to save it under; absent: shown inline. */
  attachment?: string;
  /** Opens the bytes from `start` to `end`, both inclusive. */
  open(range: { start: number; end: number }): AsyncIterable<Uint8Array>;
  headers?: Record<string, string>;
}

/**
 * Redirects the browser. 303 follows a form, 302 an authorization request, 307 keeps the method.
 */
export interface RedirectAnswer {
  kind: 'redirect';
  location: string;
  status?: 302 | 303 | 307;
  headers?: Record<string, string | string[]>;
}

/** HTML for a browser. */
export interface PageAnswer {
  kind: 'page';
  html: string;
  status?: number;
  headers?: Record<string, string | string[]>;
}

/** Response types of each kind of operation other than JSON. */
export interface SpecialAnswers {
  stream: StreamAnswer;
  file: FileAnswer;
  redirect: RedirectAnswer;
  page: PageAnswer;
}

/** Responds with a body that is sent as it is produced. */
export const stream = (more: Omit<StreamAnswer, 'kind'>): StreamAnswer => ({
  kind: 'stream',
  ...more,
});
/** Responds with a file. */
export const file = (more: Omit<FileAnswer, 'kind'>): FileAnswer => ({ kind: 'file', ...more });
/** Responds with a redirect. */
export const redirect = (
  location: string,
  more: Omit<RedirectAnswer, 'kind' | 'location'> = {},
): RedirectAnswer => ({ kind: 'redirect', location, ...more });
/** Responds with HTML. */
export const page = (html: string, more: Omit<PageAnswer, 'kind' | 'html'> = {}): PageAnswer => ({
  kind: 'page',
  html,
  ...more,
});

/** Returns the strong entity tag of a version. */
export const etagOf = (version: number | string): string => `"${version}"`;

const digest = (json: string): string =>
  createHash('sha256').update(json).digest('base64url').slice(0, 22);

/** Returns the strong entity tag of a serialized body without a version. */
export const digestTag = (json: string): string => etagOf(digest(json));

const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * Returns the version of a resource that stores none: a digest of its representation, independent
 * of the order of properties, which a database may change. It is the tag of a response without a
 * version, so a write can check `ifMatch(contentVersion(resource))` against what a handler returns
 * as `resource`.
 */
export const contentVersion = (resource: unknown): string =>
  digest(JSON.stringify(resource, inOrder));

/**
 * Compares strongly with a list of entity tags (RFC 9110 §8.8.3.2); `*` matches any existing
 * resource.
 */
export const matchesTag = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some((t) => t.trim() === tag);

/**
 * Throws 412 `precondition_failed` if `If-Match` does not match the version. If the resource does
 * not exist (`undefined`), nothing matches, not even `*`. Returns whether there is an `If-Match`.
 */
export function checkIfMatch(
  ifMatch: string | undefined,
  version: number | string | undefined,
): boolean {
  if (ifMatch === undefined) return false;
  if (version === undefined)
    throw problem('precondition_failed', {
      detail: 'The resource does not exist yet, so no ETag matches',
    });
  if (matchesTag(ifMatch, etagOf(version))) return true;
  throw problem('precondition_failed', {
    detail: 'The resource has changed since it was read; read it again and retry with its new ETag',
    headers: { etag: etagOf(version) },
  });
}
