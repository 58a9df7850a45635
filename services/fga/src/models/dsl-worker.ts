import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { problem } from '@platform/kit/problem';
import { withoutInline } from './dsl-inline.ts';

/** What the worker is asked for. */
type Task = { kind: 'parse'; dsl: string } | { kind: 'print'; model: unknown };
type Reply =
  | { result: unknown }
  | { syntax: { line: number; column: number; message: string }[] }
  | { fault: string };

/** Parses and prints the language of models, each within a deadline. */
export interface DslWorker {
  /** The JSON of a model; 422 with line and column where the text is not of the language. */
  parse(dsl: string): Promise<unknown>;
  print(model: unknown): Promise<string>;
  close(): Promise<void>;
}

const maxOpenBrackets = 64;

// A script, not a file: the same from sources and from what was built.
const script = `
const { parentPort, workerData } = require('node:worker_threads');
const { transformer } = require(workerData);
parentPort.on('message', (task) => {
  try {
    parentPort.postMessage({ result: task.kind === 'parse' ? transformer.transformDSLToJSONObject(task.dsl) : transformer.transformJSONToDSL(task.model) });
  } catch (error) {
    const found = Array.isArray(error.errors) ? error.errors : undefined;
    parentPort.postMessage(found
      ? { syntax: found.slice(0, 20).map((e) => ({ line: (e.line?.start ?? 0) + 1, column: (e.column?.start ?? 0) + 1, message: String(e.msg) })) }
      : { fault: String(error.message) });
  }
});`;

const library = createRequire(import.meta.url).resolve('@openfga/syntax-transformer');

/** Nested brackets hold the parser for seconds long before the deadline would be a comfort. */
export function refuseOpenBrackets(dsl: string, max = maxOpenBrackets): void {
  let open = 0;
  for (const c of dsl) {
    if (c === '(' || c === '[' || c === '{') open++;
    else if (c === ')' || c === ']' || c === '}') open--;
    if (open > max) throw tooComplex(`more than ${max} brackets are open at once`);
  }
}

const tooComplex = (detail: string) =>
  problem('validation_failed', {
    detail,
    errors: [{ pointer: '/dsl', code: 'model_too_complex', detail }],
  });

/** One thread, one task at a time; a thread that overruns is killed and another one made. */
export function dslWorker({ timeoutMs = 2_000 } = {}): DslWorker {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function run(task: Task): Promise<Reply> {
    const thread = (worker ??= new Worker(script, {
      eval: true,
      workerData: library,
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    }));
    thread.unref();
    let timer: NodeJS.Timeout | undefined;
    const discard = (): void => {
      if (worker === thread) worker = undefined;
      void thread.terminate();
    };
    try {
      return await new Promise<Reply>((resolve, reject) => {
        thread.once('message', resolve);
        thread.once('error', reject);
        timer = setTimeout(
          () => reject(tooComplex(`reading the model takes longer than ${timeoutMs} ms`)),
          timeoutMs,
        );
        thread.postMessage(task);
      });
    } catch (error) {
      discard();
      // A thread out of memory is one more model that is too much.
      throw (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? tooComplex('reading the model takes too much memory')
        : error;
    } finally {
      clearTimeout(timer);
      thread.removeAllListeners('message').removeAllListeners('error');
    }
  }

  function queued(task: Task): Promise<Reply> {
    const turn = last.then(() => run(task));
    last = turn.catch(() => undefined);
    return turn;
  }

  return {
    async parse(dsl) {
      refuseOpenBrackets(dsl);
      const read = withoutInline(dsl);
      const reply = read.restored(await queued({ kind: 'parse', dsl: read.dsl }));
      if ('result' in reply) return reply.result;
      const found =
        'syntax' in reply
          ? reply.syntax.map((s) => `line ${s.line}, column ${s.column}: ${s.message}`)
          : [reply.fault];
      throw problem('validation_failed', {
        detail: found[0] ?? 'the model cannot be read',
        errors: found.map((detail) => ({ pointer: '/dsl', code: 'invalid_format', detail })),
      });
    },
    async print(model) {
      const reply = await queued({ kind: 'print', model });
      // A model that came as JSON may be of a form that the language has no words for.
      return 'result' in reply ? String(reply.result) : '';
    },
    async close() {
      await worker?.terminate();
    },
  };
}
