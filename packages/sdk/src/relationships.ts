import type { FgaResource } from './generated/areas/fga.ts';
import type { BatchCheckRequest, BatchCheckResponse } from './generated/schemas.ts';
import type { CallOptions } from './options.ts';
import { PlatformProblem } from './problem.ts';
import type { FieldError, ProblemCode } from './problem.ts';

type Check = BatchCheckRequest['checks'][number];
type CheckResult = BatchCheckResponse['results'][number];

/** Whether a subject has a relation to an object. */
export type Question = Omit<Check, 'correlationId'>;

export interface RelationshipOptions extends CallOptions {
  /** How fresh the relationships have to be, such as `{ atLeastAsFresh: consistencyToken }` of a write. */
  consistency?: BatchCheckRequest['consistency'];
  /** Checks in one request. Default: 50, the limit of the platform unless its operator has changed it. */
  maxBatchSize?: number;
}

export interface RelationshipChecks {
  /**
   * Whether the subject has the relation to the object.
   * @throws PlatformProblem if the question cannot be answered
   */
  check(question: Question): Promise<boolean>;
  /** The items whose question has the answer yes, in their order. */
  filter<T>(items: Iterable<T>, questionOf: (item: T) => Question): Promise<T[]>;
}

interface Waiting {
  question: Question;
  resolve: (allowed: boolean) => void;
  reject: (error: unknown) => void;
}

const operation = 'fga.check';

function answer({ resolve, reject }: Waiting, result: CheckResult | undefined): void {
  if (result && 'allowed' in result) return resolve(result.allowed);
  if (!result) {
    const document = { detail: 'the response has no result for a check' };
    const context = { operation, status: 200, attempts: 1 };
    return reject(new PlatformProblem('unexpected_response', document, context));
  }
  const { code, status, detail, errors } = result.error;
  const document = { code, detail, errors: errors as FieldError[] };
  const context = { operation, status, attempts: 1 };
  return reject(new PlatformProblem(code as ProblemCode, document, context));
}

/**
 * Checks relationships. Questions that are asked in the same turn of the event loop share a request, so that a handler can check each
 * object where it needs to.
 * @example
 * const { check, filter } = relationshipChecks(platform.fga);
 * const allowed = await check({ subject: 'user:ada', relation: 'viewer', object: 'document:1' });
 * const visible = await filter(['1', '2'], (document) => ({
 *   subject: 'user:ada',
 *   relation: 'viewer',
 *   object: `document:${document}`,
 * }));
 */
export function relationshipChecks(
  fga: Pick<FgaResource, 'check'>,
  { consistency, maxBatchSize = 50, ...options }: RelationshipOptions = {},
): RelationshipChecks {
  let waiting: Waiting[] = [];

  async function send(batch: readonly Waiting[]): Promise<void> {
    const checks = batch.map(({ question }, i) => ({ ...question, correlationId: String(i) }));
    try {
      const response = await fga.check({ checks, ...(consistency && { consistency }) }, options);
      const results = new Map(
        ('results' in response ? response.results : []).map((one) => [one.correlationId, one]),
      );
      batch.forEach((one, i) => answer(one, results.get(String(i))));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  function flush(): void {
    const asked = waiting;
    waiting = [];
    for (let start = 0; start < asked.length; start += maxBatchSize)
      void send(asked.slice(start, start + maxBatchSize));
  }

  const check = (question: Question): Promise<boolean> =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (waiting.length === 1) setTimeout(flush, 0);
    });

  async function filter<T>(items: Iterable<T>, questionOf: (item: T) => Question): Promise<T[]> {
    const all = [...items];
    const allowed = await Promise.all(all.map((item) => check(questionOf(item))));
    return all.filter((_, i) => allowed[i]);
  }

  return { check, filter };
}
