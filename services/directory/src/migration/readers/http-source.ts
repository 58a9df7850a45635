import { isUtf8 } from 'node:buffer';
import type { Egress, EgressResponse } from '@platform/kit/egress';
import { EgressFailed } from '@platform/kit/egress';
import { inexactNumbers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { sign } from '@platform/kit/webhook-signature';
import type { SourceConnection, SourceCredential } from '../sources/migration-source.ts';
import type { RowProblem } from '../mapping/record-mapping.ts';
import { plainRecord } from './ndjson-reader.ts';
import { inexactFault } from './number-fault.ts';
import { objectOf, recordText } from './record-values.ts';
import type { SourcePage, SourceReader, SourceRow } from './source-reader.ts';
import { escapedText, hasInvalidText, notUtf8 } from './utf8-text.ts';

type HttpConnection = Extract<SourceConnection, { kind: 'http' }>['connection'];

const pageMs = 30_000;
const maxPauseSeconds = 60;
const triesOfThrottled = 5;

/** Headers that authenticate the caller: a bearer token, or a signature of the body. */
export function authorizationOf(
  credential: SourceCredential | undefined,
  body: string,
  now: number,
): Record<string, string> {
  if (credential?.type === 'bearer') return { authorization: `Bearer ${credential.token}` };
  if (credential?.type !== 'hmac_secret') return {};
  return { ...sign(newId('request'), body, [credential.secret], new Date(now)) };
}

/** The source sent an invalid response. The whole request is retried. */
export const unreadable = (detail: string, cause?: unknown) =>
  problem('upstream_failed', { detail, cause });

function jsonOf(text: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text));
  } catch (cause) {
    throw unreadable('The response of the source is not JSON.', cause);
  }
}

/**
 * Faults that prevent a user from being stored, by the user's index in the page: text that is not
 * UTF-8, or an inexact number. @throws if the cursor has one
 */
function faultsOf(
  text: string,
  users: readonly unknown[],
  isValid: boolean,
): Map<unknown, RowProblem> {
  const faults = new Map<unknown, RowProblem>();
  if (!isValid)
    for (const [place, user] of users.entries())
      if (hasInvalidText(user)) faults.set(place, notUtf8);
  for (const [member, place, ...path] of inexactNumbers(text)) {
    if (member === 'nextCursor')
      throw unreadable('"nextCursor" is a number that is not exact; send it as a string.');
    if (member === 'users' && !faults.has(place)) faults.set(place, inexactFault(path));
  }
  return faults;
}

const rowOf = (user: unknown, row: number, fault: RowProblem | undefined): SourceRow => ({
  ...plainRecord(user),
  row,
  ...(fault ? { fault } : {}),
});

const pauseOf = ({ headers }: EgressResponse): number => {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) ? Math.min(Math.max(1, seconds), maxPauseSeconds) : 5;
};

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, seconds * 1_000);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });
}

/** Pages of the source's list of users. */
export function httpReader(options: {
  egress: Pick<Egress, 'request'>;
  tenantId: string;
  connection: HttpConnection;
  credential: SourceCredential | undefined;
  clock: () => number;
}): SourceReader {
  const { egress, tenantId, connection, credential, clock } = options;

  async function get(url: URL, signal: AbortSignal): Promise<EgressResponse> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await egress
        .request({
          tenantId,
          method: 'GET',
          url: url.href,
          headers: { accept: 'application/json', ...authorizationOf(credential, '', clock()) },
          timeoutMs: pageMs,
          signal,
        })
        .catch((cause: unknown) => {
          signal.throwIfAborted();
          throw unreadable(
            `The source cannot be called: ${cause instanceof EgressFailed ? cause.code : 'unknown error'}.`,
            cause,
          );
        });
      const isThrottled = answer.status === 429 || answer.status === 503;
      if (!isThrottled || attempt === triesOfThrottled) return answer;
      await pause(pauseOf(answer), signal);
      signal.throwIfAborted();
    }
  }

  async function page(cursor: string | undefined, limit: number, signal: AbortSignal) {
    const url = new URL(connection.listUrl ?? '');
    url.searchParams.set('limit', String(limit));
    if (cursor !== undefined) url.searchParams.set('cursor', cursor);
    const answer = await get(url, signal);
    if (answer.status !== 200)
      throw unreadable(`The source responded with status ${answer.status}.`);
    const text = escapedText(answer.body);
    const { users, nextCursor, total } = jsonOf(text);
    if (!Array.isArray(users)) throw unreadable('The response of the source has no "users" array.');
    return {
      users: users as unknown[],
      faults: faultsOf(text, users, isUtf8(answer.body)),
      nextCursor: recordText(nextCursor),
      bytes: answer.body.length,
      total: typeof total === 'number' && Number.isSafeInteger(total) ? total : undefined,
    };
  }

  return {
    bytesTotal: null,
    async *pages({ from, pageRows, signal }) {
      let at = from;
      // After a source was read to its end, its last cursor points past the last page.
      if (at.row > 0 && at.cursor === undefined) return;
      for (;;) {
        const { users, faults, nextCursor, bytes, total } = await page(at.cursor, pageRows, signal);
        const before = at;
        if (nextCursor !== undefined && nextCursor === before.cursor)
          throw unreadable('The source returned the cursor that it was called with.');
        at = {
          file: 0,
          offset: 0,
          row: before.row + users.length,
          bytes: before.bytes + bytes,
          ...(nextCursor === undefined ? {} : { cursor: nextCursor }),
        };
        const rows = users.map((user, i) => rowOf(user, before.row + i + 1, faults.get(i)));
        if (rows.length > 0)
          yield { rows, next: at, ...(total === undefined ? {} : { total }) } satisfies SourcePage;
        if (nextCursor === undefined) return;
      }
    },
  };
}
