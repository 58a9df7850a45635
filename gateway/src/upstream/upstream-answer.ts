import type { IncomingHttpHeaders } from 'node:http';

/** Where an answer goes that is not complete yet. */
export interface AnswerSink {
  /** false: no more until `resume`. */
  data(chunk: Buffer): boolean;
  end(): void;
  /** It broke off. */
  broken(): void;
}

/** A service's answer, at its head. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** All of the body is here: `whole` has it. */
  readonly isComplete: boolean;
  whole(): Buffer;
  /** Hands on what is here and what comes. */
  stream(sink: AnswerSink): void;
  resume(): void;
  /** The caller left, or waits no more. */
  cut(): void;
}

const isProblem = (answer: UpstreamAnswer): boolean =>
  (answer.headers['content-type'] ?? '').startsWith('application/problem+json');

/** A 5xx that a service did not say itself. */
export const isBroken = (answer: UpstreamAnswer): boolean =>
  answer.status >= 500 && !isProblem(answer);

/** One that speaks against the service: 502 to 504 without a problem body. */
export const isDown = (answer: UpstreamAnswer): boolean =>
  isBroken(answer) && [502, 503, 504].includes(answer.status);

/** Ends an answer that is not handed on: nobody would read the rest, nor wait for its end. */
export const drop = (answer: UpstreamAnswer): void => {
  if (!answer.isComplete) answer.cut();
};
