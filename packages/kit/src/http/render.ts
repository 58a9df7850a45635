import { problem } from '../problem/problem.ts';
import { asAnswer, contentVersion } from './answer.ts';
import type { FileAnswer, PageAnswer, RedirectAnswer, StreamAnswer } from './answer.ts';
import { tagOf } from './codec.ts';
import type { RenderedAnswer } from './idempotency.ts';
import type { OperationRequest } from './operation-request.ts';

/**
 * A reply to send: text, which can be kept for an idempotency key, or a body that is read while it
 * is sent.
 */
export type Reply = RenderedAnswer | StreamAnswer | FileAnswer;

/** Whether a reply is text. */
export const isTextReply = (reply: Reply): reply is RenderedAnswer => !('kind' in reply);

function renderJson({ operation, codec }: OperationRequest, returned: unknown): RenderedAnswer {
  const { body, version, headers = {}, status = operation.status ?? 200 } = asAnswer(returned);
  if (status === 204) return { status, text: '', headers };
  const checked = operation.response.parse(body);
  if (checked === undefined) return { status, text: '', headers };
  const text = JSON.stringify(checked);
  const rendered: Record<string, string> = { 'content-type': codec.contentType };
  if (!operation.noEtag) rendered['etag'] = tagOf(codec, version ?? contentVersion(body));
  return { status, text, headers: { ...rendered, ...headers } };
}

const renderRedirect = ({ location, status = 303, headers }: RedirectAnswer): RenderedAnswer => ({
  status,
  text: '',
  headers: { location, ...headers },
});

const renderPage = ({ html, status = 200, headers }: PageAnswer): RenderedAnswer => ({
  status,
  text: html,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
});

/** Renders a handler's return value. */
export function render(request: OperationRequest, returned: unknown): Reply {
  switch (request.operation.answers) {
    case 'redirect':
      return renderRedirect(returned as RedirectAnswer);
    case 'page':
      return renderPage(returned as PageAnswer);
    case 'stream':
    case 'file':
      return returned as StreamAnswer | FileAnswer;
    default:
      return renderJson(request, returned);
  }
}

/** Renders the response of a write, which is kept and recorded. */
export function renderText(request: OperationRequest, returned: unknown): RenderedAnswer {
  const reply = render(request, returned);
  if (isTextReply(reply)) return reply;
  throw problem('internal_error', {
    cause: new Error(`${request.operationId} is a write, so it cannot return a ${reply.kind}`),
  });
}
