import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '@platform/kit/problem';
import { errors } from 'undici';
import type { Dispatcher } from 'undici';
import { hasBody } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import { CallerGone, UpstreamFault } from './faults.ts';
import { requestBody } from './request-body.ts';
import type { AnswerSink, UpstreamAnswer } from './upstream-answer.ts';

const nothing = Buffer.alloc(0);

const refusedBy = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'UND_ERR_INVALID_ARG';
/** Received bytes that are not a response. */
const isMalformed = (error: Error): boolean =>
  error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError;
const connectFault = (error: unknown): UpstreamFault =>
  new UpstreamFault(
    (error as { code?: unknown } | null)?.code === 'UND_ERR_CONNECT_TIMEOUT'
      ? 'connect_timeout'
      : 'connect',
    error,
  );

/** The end of an attempt. */
export interface AttemptEnd {
  resolve(answer: UpstreamAnswer): void;
  reject(error: unknown): void;
  /** Called once, when the connection takes no more part in the request. */
  over(): void;
}

/**
 * One attempt at one request, as the HTTP client reports it. A class, since one is created per request and closures would cost
 * more than the work they do.
 */
export class UpstreamCall implements Dispatcher.DispatchHandler, UpstreamAnswer {
  status = 0;
  headers: IncomingHttpHeaders = {};
  isComplete = false;
  readonly body: AsyncIterable<Buffer> | null;
  readonly #x: Exchange;
  readonly #firstByteMs: number;
  readonly #end: AttemptEnd;
  #controller: Dispatcher.DispatchController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #held: Buffer[] = [];
  #sink: AnswerSink | undefined;
  #isBroken = false;

  constructor(x: Exchange, firstByteMs: number, end: AttemptEnd) {
    this.#x = x;
    this.#firstByteMs = firstByteMs;
    this.#end = end;
    this.body = hasBody(x)
      ? requestBody(x, {
          service: () => this.#awaitAnswer(),
          caller: () => clearTimeout(this.#timer),
        })
      : null;
    x.underWay = this;
  }

  #awaitAnswer(): void {
    clearTimeout(this.#timer);
    if (this.status === 0 && !this.#isBroken)
      this.#timer = setTimeout(giveUp, this.#firstByteMs, this);
  }

  /** The connection is open and the request is being sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    const { gone, cutBy } = this.#x;
    if (gone || cutBy) controller.abort(cutBy ?? new CallerGone());
    else if (this.body === null) this.#awaitAnswer();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    clearTimeout(this.#timer);
    this.status = status;
    this.headers = headers;
    this.#end.resolve(this);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#sink) this.#held.push(chunk);
    else if (!this.#sink.data(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.isComplete = true;
    this.#end.over();
    this.#sink?.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#timer);
    this.#isBroken = true;
    if (!this.isComplete) this.#end.over();
    if (this.status !== 0) this.#sink?.broken();
    else if (this.#x.gone || error instanceof CallerGone) this.#end.reject(new CallerGone());
    else if (error instanceof UpstreamFault || error instanceof Problem || refusedBy(error))
      this.#end.reject(error);
    else
      this.#end.reject(
        this.#controller
          ? new UpstreamFault(isMalformed(error) ? 'malformed' : 'closed', error)
          : connectFault(error),
      );
  }

  whole(): Buffer {
    return this.#held.length === 1
      ? (this.#held[0] as Buffer)
      : this.#held.length === 0
        ? nothing
        : Buffer.concat(this.#held);
  }

  stream(sink: AnswerSink): void {
    const held = this.#held;
    this.#held = [];
    this.#sink = sink;
    for (const chunk of held) if (!sink.data(chunk)) this.#controller?.pause();
    if (this.#isBroken) sink.broken();
    else if (this.isComplete) sink.end();
  }

  resume(): void {
    this.#controller?.resume();
  }

  cut(error: Error = new CallerGone()): void {
    this.#controller?.abort(error);
  }
}

const giveUp = (call: UpstreamCall): void => call.cut(new UpstreamFault('timeout'));
