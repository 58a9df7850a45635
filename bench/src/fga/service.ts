import { driveModel, inLists } from './drive.ts';
import type { DriveTuple } from './drive.ts';
import { target } from './target.ts';
import type { Dialect } from './target.ts';

const base = '/api/v1/fga';
const tuplesPerImport = 5_000;

/** The requests and responses of the service. */
export const dialect: Dialect = {
  path: ({ kind }) => `${base}/${kind === 'list' ? 'list-objects' : 'check'}`,
  body(question) {
    if (question.kind === 'check') return question.check;
    if (question.kind === 'batch')
      return { checks: question.checks.map((check, n) => ({ correlationId: `c${n}`, ...check })) };
    const { subject, relation, type } = question;
    return { subject, relation, type, limit: 100 };
  },
  answer({ kind }, body) {
    if (kind === 'check') return body.allowed;
    if (kind === 'batch') return body.results.map((result: { allowed: boolean }) => result.allowed);
    if (body.truncated) throw new Error(`the service left out objects: ${body.truncatedBy}`);
    return body.objects;
  },
};

/** Throughput of a tenant's import, in tuples per second. */
export interface ImportRate {
  tuples: number;
  perSecond: number;
  first: number;
  last: number;
}

/** One tenant of one process of the service. */
export function serviceTarget({
  name,
  port,
  headers,
}: {
  name: string;
  port: number;
  headers: Record<string, string>;
}) {
  const server = target({ name, port, headers, dialect });
  return {
    ...server,
    /** Writes the model. Returns it as JSON. */
    writeModel: async (): Promise<Record<string, unknown>> =>
      (await server.call('POST', `${base}/models`, { dsl: driveModel })).model,

    /** Imports one request after the other; the rates of the first and the last tenth tell whether it slows down. */
    async import(tuples: Iterable<DriveTuple>): Promise<ImportRate> {
      const requests: { count: number; ms: number }[] = [];
      for (const list of inLists(tuples, tuplesPerImport)) {
        const startedAt = performance.now();
        const { imported } = await server.call('POST', `${base}/tuples:import`, { tuples: list });
        if (imported !== list.length)
          throw new Error(`${imported} of ${list.length} tuples were imported`);
        requests.push({ count: list.length, ms: performance.now() - startedAt });
      }
      const rate = (some: typeof requests): number =>
        (some.reduce((n, r) => n + r.count, 0) * 1000) / some.reduce((ms, r) => ms + r.ms, 0);
      const tenth = Math.max(1, Math.floor(requests.length / 10));
      return {
        tuples: requests.reduce((n, r) => n + r.count, 0),
        perSecond: rate(requests),
        first: rate(requests.slice(0, tenth)),
        last: rate(requests.slice(-tenth)),
      };
    },
  };
}
export type ServiceTarget = ReturnType<typeof serviceTarget>;
