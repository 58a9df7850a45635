import { createHash } from 'node:crypto';
import { problem } from '../problem/problem.ts';

/** A JSON answer with more to say than its body. */
export interface Answer<T> {
  body: T;
  /** Version of the resource: its strong ETag. Without it the ETag is that of {@link contentVersion}. */
  version?: number | string;
  /** Where it is not the operation's: 204 sends no body; 202 where the operation declares `otherStatus`. */
  status?: 200 | 201 | 202 | 204;
  headers?: Record<string, string>;
  /**
   * Of a write: called once it is committed. The answer is sent when this resolves, or fails: what has happened does not depend on
   * it. It bounds its wait itself. A stored answer is sent again without it.
   */
  committed?: () => Promise<unknown>;
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

/** A body that is sent as it is produced, such as NDJSON. */
export interface StreamAnswer {
  kind: 'stream';
  contentType: string;
  body: AsyncIterable<Uint8Array | string>;
  headers?: Record<string, string>;
}

/** A body of known length. Range requests (RFC 9110 §14) read a part of it. */
export interface FileAnswer {
  kind: 'file';
  contentType: string;
  /** Bytes. */
  size: number;
  /** Strong version: the ETag, so that a broken download can go on where it stopped. */
  version: string;
  /** Offers to save it under this name; absent: shown in place. */
  attachment?: string;
  /** The bytes from `start` to `end`, both included. */
  open(range: { start: number; end: number }): AsyncIterable<Uint8Array>;
  headers?: Record<string, string>;
}

/** Sends the browser elsewhere. 303 follows a form, 302 an authorization request, 307 keeps the method. */
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

/** What handlers answer with in each kind but JSON. */
export interface SpecialAnswers {
  stream: StreamAnswer;
  file: FileAnswer;
  redirect: RedirectAnswer;
  page: PageAnswer;
}

/** Answers with a body that is sent as it is produced. */
export const stream = (more: Omit<StreamAnswer, 'kind'>): StreamAnswer => ({
  kind: 'stream',
  ...more,
});
/** Answers with a file. */
export const file = (more: Omit<FileAnswer, 'kind'>): FileAnswer => ({ kind: 'file', ...more });
/** Answers with another location. */
export const redirect = (
  location: string,
  more: Omit<RedirectAnswer, 'kind' | 'location'> = {},
): RedirectAnswer => ({ kind: 'redirect', location, ...more });
/** Answers with HTML. */
export const page = (html: string, more: Omit<PageAnswer, 'kind' | 'html'> = {}): PageAnswer => ({
  kind: 'page',
  html,
  ...more,
});

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
 * Version of a resource that keeps none: a digest of all that is shown of it, whatever the order of its properties, which
 * a database may change. An answer without a version has the tag of this one, so that `ifMatch(contentVersion(resource))`
 * is the check of a write on what a handler returns as `resource`.
 */
export const contentVersion = (resource: unknown): string =>
  digest(JSON.stringify(resource, inOrder));

/** Strong comparison with a list of entity tags (RFC 9110 §8.8.3.2); `*` matches whatever exists. */
export const matchesTag = (header: string, tag: string): boolean =>
  header.trim() === '*' || header.split(',').some((t) => t.trim() === tag);

/**
 * 412 `precondition_failed` when `If-Match` names another version. Of what does not exist (`undefined`) no tag is right, `*`
 * included. Returns whether there is an `If-Match`.
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
