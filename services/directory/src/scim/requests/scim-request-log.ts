import type { IncomingMessage } from 'node:http';
import type { Database } from '@platform/kit/database';
import type { Surface } from '@platform/kit/http';
import { asProblem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import { every } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';
import type { Logger } from '@platform/kit/telemetry';
import type { ScimCaller } from '../bearers/scim-bearers.ts';
import { scimStatusOf, scimTypeOf } from '../scim-codec.ts';
import { insertScimRequests } from './scim-request-store.ts';
import type { NewScimRequest } from './scim-request-store.ts';

type Caller = Pick<ScimCaller, 'tenantId' | 'bearer' | 'directory'>;

/** Requests of one directory that have not been written. */
interface Waiting {
  tenantId: string;
  requests: NewScimRequest[];
}

const flushMs = 1_000;
/** More than a directory keeps are never written, however fast it sends. */
const mostWaiting = 200;

const reasonOf = (
  refusal: Problem | undefined,
): Pick<NewScimRequest, 'code' | 'scimType' | 'fields'> => ({
  code: refusal?.code ?? null,
  scimType: (refusal && scimTypeOf(refusal)) ?? null,
  // Details can quote values, and with them the data of people.
  fields: (refusal?.details.errors ?? []).map(({ pointer = '', code }) => ({ pointer, code })),
});

/**
 * Keeps the last requests of each directory. They are written once a second: a transaction for each
 * request would double the cost of a sync. What a pod that is killed has not written is lost.
 */
export function scimRequestLog({
  db,
  log,
  clock,
}: {
  db: Pick<Database, 'transact'>;
  log: Logger;
  clock: () => number;
}) {
  const callers = new WeakMap<IncomingMessage, Caller>();
  let waiting = new Map<string, Waiting>();

  function note({ tenantId, directory }: Caller, request: NewScimRequest): void {
    const of = waiting.get(directory.id) ?? { tenantId, requests: [] };
    waiting.set(directory.id, of);
    of.requests.push(request);
    if (of.requests.length > mostWaiting) of.requests.shift();
  }

  async function flush(): Promise<void> {
    const written = waiting;
    waiting = new Map();
    for (const [directoryId, { tenantId, requests }] of written)
      await db
        .transact({ tenantId, actor: { type: 'system', id: 'scim-requests' } }, (tx) =>
          insertScimRequests(tx, directoryId, requests),
        )
        .catch((error: unknown) =>
          log.warn({ err: error, directoryId }, 'the requests of a directory could not be kept'),
        );
  }

  const writer = every(flushMs, 'scim requests', log, flush);
  const worker: Worker = {
    start: () => writer.start(),
    async stop() {
      await writer.stop();
      await flush();
    },
  };

  return {
    worker,
    /** Names the directory of a request, once its bearer is known. */
    noteCaller: (req: IncomingMessage, caller: Caller): void => void callers.set(req, caller),
    /** Records the requests of a surface. */
    record: (surface: Surface): Surface => ({
      ...surface,
      async handle(req, res, at) {
        const startedAt = clock();
        const keep = (status: number, refusal?: Problem): void => {
          const caller = callers.get(req);
          if (!caller) return;
          const [, , , ...below] = at.line.segments;
          note(caller, {
            directoryId: caller.directory.id,
            at: new Date(startedAt),
            method: req.method ?? '',
            path: `/${below.join('/')}`.slice(0, 255),
            status,
            ...reasonOf(refusal),
            durationMs: clock() - startedAt,
            bearerId: caller.bearer.id,
            requestId: at.requestId,
          });
        };
        try {
          await surface.handle(req, res, at);
          keep(res.statusCode);
        } catch (error) {
          const refusal = asProblem(error);
          keep(scimStatusOf(refusal), refusal);
          throw error;
        }
      },
    }),
  };
}

export type ScimRequestLog = ReturnType<typeof scimRequestLog>;
