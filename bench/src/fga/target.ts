import { isDeepStrictEqual } from 'node:util';
import { requestBytes } from '../http-connection.ts';
import { keepAlive } from '../keep-alive.ts';
import type { Timed } from '../keep-alive.ts';
import type { MeasuredQuestion } from './questions.ts';

/** Answers questions. */
export interface Answerer {
  /** Milliseconds that the question took; throws when the answer is not the right one. */
  ask(question: MeasuredQuestion): Promise<number>;
}

/** A server that answers questions. */
export interface MeasuredTarget extends Answerer {
  name: string;
  port: number;
  /** The request as bytes, for clients that do not read the answer. */
  bytes(question: MeasuredQuestion): Buffer;
  close(): void;
}

/** The requests and responses of a server. */
export interface Dialect {
  path(question: MeasuredQuestion): string;
  body(question: MeasuredQuestion): unknown;
  answer(question: MeasuredQuestion, body: any): boolean | boolean[] | string[];
}

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 600);

/** @throws if the answer is wrong */
export function holdRight(name: string, question: MeasuredQuestion, answer: unknown): void {
  if (!isDeepStrictEqual(answer, question.expected))
    throw new Error(`${name} is wrong: ${shown(answer)} to ${shown(question)}`);
}

/** Calls one loopback port; `headers` are sent with every request. */
export function target({
  name,
  port,
  headers,
  dialect,
}: {
  name: string;
  port: number;
  headers: Record<string, string>;
  dialect: Dialect;
}): MeasuredTarget & { call(method: string, path: string, body?: unknown): Promise<any> } {
  const http = keepAlive(`http://127.0.0.1:${port}`, () => headers);
  async function send(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Timed & { json: any }> {
    const answer = await http.call(method, path, body);
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(
        `${name}: ${method} ${path} answered ${answer.status}: ${answer.body.slice(0, 600)}`,
      );
    return { ...answer, json: answer.body ? JSON.parse(answer.body) : undefined };
  }
  return {
    name,
    port,
    async ask(question) {
      const { ms, json } = await send('POST', dialect.path(question), dialect.body(question));
      holdRight(name, question, dialect.answer(question, json));
      return ms;
    },
    bytes: (question) =>
      requestBytes({
        method: 'POST',
        path: dialect.path(question),
        body: JSON.stringify(dialect.body(question)),
        headers: { ...headers, 'content-type': 'application/json' },
      }),
    call: async (method, path, body) => (await send(method, path, body)).json,
    close: http.close,
  };
}
