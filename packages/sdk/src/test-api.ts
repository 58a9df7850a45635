/** A request that a test received. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: Headers;
  body: unknown;
}

type Answer = Response | Error | ((request: ReceivedRequest) => Response | Promise<Response>);

/** Rejects when the signal is aborted, as `fetch` does. */
const aborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** A transport that returns these responses in turn, the last one for all further requests. */
export function testApi(...answers: Answer[]) {
  const received: ReceivedRequest[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { method = 'GET', body } = init;
    const request = { method, url, headers: new Headers(init.headers), body };
    received.push(request);
    init.signal?.throwIfAborted();
    const answer = answers[Math.min(received.length, answers.length) - 1];
    if (answer instanceof Error) throw answer;
    if (answer === undefined) throw new Error('the test has no response');
    return typeof answer === 'function'
      ? Promise.race([answer(request), aborted(init.signal)])
      : answer.clone();
  };
  return { received, fetch };
}

/** A problem document. */
export const problemResponse = (
  status: number,
  code: string,
  {
    headers = {},
    ...members
  }: { headers?: Record<string, string>; [member: string]: unknown } = {},
): Response =>
  new Response(JSON.stringify({ status, code, title: 'A problem', ...members }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
