import type { Metrics } from '@platform/kit/telemetry';
import { problem } from '@platform/kit/problem';
import { WorkerFailed, workerPool } from '@platform/kit/worker-pool';
import { withoutInline } from './dsl-inline.ts';
import { syntaxDetail } from './dsl-syntax.ts';

/** The result of a task in the thread. */
export type DslReply =
  | { result: unknown }
  | { syntax: { line: number; column: number; message: string }[] }
  | { fault: string };

type DslTasks = {
  parse(dsl: string): DslReply;
  print(model: unknown): DslReply;
};

/** Parses and prints the language of models, each within a deadline of CPU time. */
export interface DslWorker {
  /** The JSON of a model; 422 with line and column where the text is not of the language. */
  parse(dsl: string): Promise<unknown>;
  print(model: unknown): Promise<string>;
  close(): Promise<void>;
}

const maxOpenBrackets = 64;

/** Refuses deeply nested brackets, which the parser takes seconds for. */
export function refuseOpenBrackets(dsl: string, max = maxOpenBrackets): void {
  let open = 0;
  for (const c of dsl) {
    if (c === '(' || c === '[' || c === '{') open++;
    else if (c === ')' || c === ']' || c === '}') open--;
    if (open > max) throw tooComplex(`The model has more than ${max} nested brackets`);
  }
}

const tooComplex = (detail: string) =>
  problem('validation_failed', {
    detail,
    errors: [{ pointer: '/dsl', code: 'model_too_complex', detail }],
  });

/** A model that is too much for one thread says so; anything else is a fault of ours. */
function explained(error: unknown, timeoutMs: number): unknown {
  if (!(error instanceof WorkerFailed)) return error;
  return error.code === 'timed_out'
    ? tooComplex(`Parsing the model takes longer than ${timeoutMs} ms`)
    : tooComplex('Parsing the model takes too much memory');
}

/** One thread, one task at a time; a thread that overruns is killed. */
export function dslWorker({
  timeoutMs = 2_000,
  metrics,
}: { timeoutMs?: number; metrics?: Metrics } = {}): DslWorker {
  const pool = workerPool<DslTasks>({
    name: 'fga-dsl',
    module: new URL('./dsl-tasks.js', import.meta.url),
    maxThreads: 1,
    timeoutMs,
    metrics,
  });

  const queued = (task: keyof DslTasks, input: unknown): Promise<DslReply> =>
    pool.run(task, input as never).catch((error: unknown) => {
      throw explained(error, timeoutMs);
    });

  return {
    async parse(dsl) {
      refuseOpenBrackets(dsl);
      const read = withoutInline(dsl);
      const reply = read.restored(await queued('parse', read.dsl));
      if ('result' in reply) return reply.result;
      const found =
        'syntax' in reply
          ? reply.syntax.map(
              ({ line, column, message }) =>
                `Line ${line}, column ${column}: ${syntaxDetail(message)}`,
            )
          : [reply.fault];
      throw problem('validation_failed', {
        detail: found[0] ?? 'The model cannot be parsed',
        errors: found.map((detail) => ({ pointer: '/dsl', code: 'invalid_format', detail })),
      });
    },
    async print(model) {
      const reply = await queued('print', model);
      // A model that came as JSON may be of a form that the language has no words for.
      return 'result' in reply ? String(reply.result) : '';
    },
    close: () => pool.close(),
  };
}
