import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { flagsOf } from '../process.ts';
import type { MeasuredQuestion } from './questions.ts';
import { dialect } from './service.ts';
import { holdRight } from './target.ts';
import type { Answerer } from './target.ts';

export interface EngineQuestion {
  kind: MeasuredQuestion['kind'];
  body: unknown;
}
export interface Told {
  ms: number;
  answer?: unknown;
  fault?: string;
}

const script = fileURLToPath(new URL('./engine-process.js', import.meta.url));

/** The engine over a tenant's tuples, timed in a process of its own: what an answer takes without HTTP, tokens and JSON. */
export function engineAnswerer({
  url,
  tenantId,
}: {
  url: string;
  tenantId: string;
}): Answerer & { close(): void } {
  const child = fork(script, {
    execArgv: flagsOf('fga'),
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      DATABASE_URL: url,
      TENANT_ID: tenantId,
    },
  });
  return {
    async ask(question) {
      child.send({ kind: question.kind, body: dialect.body(question) } satisfies EngineQuestion);
      const [{ ms, answer, fault }] = (await once(child, 'message')) as [Told];
      if (fault !== undefined) throw new Error(`the engine: ${fault}`);
      holdRight('the engine', question, dialect.answer(question, answer));
      return ms;
    },
    close: () => child.disconnect(),
  };
}
