import type { IncomingHttpHeaders } from 'node:http';
import { problems } from '@platform/contracts';
import type { ProblemCode } from '@platform/contracts';
import { problemCodeHeader, refusedIdentityHeader } from '@platform/kit/http';

/** Receives a response that is still arriving. */
export interface AnswerSink {
  /** Returns false to pause the stream until `resume` is called. */
  data(chunk: Buffer): boolean;
  end(): void;
  /** The stream ended early. */
  broken(): void;
}

/** A service's response: its head, and the way to its body. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The whole body has arrived and `whole` returns it. */
  readonly isComplete: boolean;
  whole(): Buffer;
  /** Forwards what has arrived and what follows. */
  stream(sink: AnswerSink): void;
  resume(): void;
  /** Aborts the response because the caller disconnected or timed out. */
  cut(): void;
}

/** The code of the problem in a response; undefined for a success. */
export function problemCodeOf({ headers }: UpstreamAnswer): ProblemCode | undefined {
  const code = headers[problemCodeHeader];
  return typeof code === 'string' && Object.hasOwn(problems, code)
    ? (code as ProblemCode)
    : undefined;
}

/** Errors of protocols with their own format, such as SCIM, are recognized by the code that the service sends. */
const isProblem = (answer: UpstreamAnswer): boolean =>
  (answer.headers['content-type'] ?? '').startsWith('application/problem+json') ||
  problemCodeOf(answer) !== undefined;

/** A 5xx that does not come from the service itself. */
export const isBroken = (answer: UpstreamAnswer): boolean =>
  answer.status >= 500 && !isProblem(answer);

/** The service rejected the gateway's own token. */
export const refusedGateway = (answer: UpstreamAnswer): boolean =>
  answer.headers[refusedIdentityHeader] !== undefined;

/** Whether the response counts against the service: 502 to 504 that it did not send itself. */
export const isDown = (answer: UpstreamAnswer): boolean =>
  isBroken(answer) && [502, 503, 504].includes(answer.status);

/** Discards a response that is not passed on: nothing reads the rest of it. */
export const drop = (answer: UpstreamAnswer): void => {
  if (!answer.isComplete) answer.cut();
};
