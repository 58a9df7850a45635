import type { MessageKind } from '../authorization-server/pages.ts';
import type { LoginEnd } from './login-end.ts';
import { templateData } from './page-context.ts';
import type { PageContext, PageParts } from './page-context.ts';

/** A login that ended without a sign-in: why, and the ways on. Another account may sign in unless the flow itself ended. */
export function endPage(
  context: PageContext,
  kind: Exclude<LoginEnd['kind'], 'finished'>,
  { href, version }: { href: string; version: number },
): PageParts {
  const { t, client } = context;
  const isFlowEnd = kind === 'denied' || kind === 'attempts';
  const restart = { text: t('login.invitation.other_account'), action: 'restart' };
  return {
    template: 'login-message',
    title: t(`login.${kind}.title`),
    lead: t(`login.${kind}.lead`, { application: client.name }),
    data: {
      href,
      button: t('login.denied.action', { application: client.name }),
      version,
      waysOut: isFlowEnd ? [] : [{ lead: '', href: null, ...restart }],
    },
    status: 200,
  };
}

/** Worth another try without going back to the application. */
const retried: ReadonlySet<MessageKind> = new Set(['cookies', 'throttled', 'unavailable']);

/** A page with one sentence and one way on. `details`: for who made the application. */
export function messagePage(
  { t }: PageContext,
  kind: MessageKind,
  more: { requestId?: string; details?: string; status?: number } = {},
): PageParts {
  const { status, requestId, details } = more;
  const retry = retried.has(kind) ? { href: '', button: t('action.try_again') } : {};
  return {
    template: 'login-message',
    title: t(`login.${kind}.title`),
    lead: t(`login.${kind}.lead`),
    data: templateData({ ...retry, requestId, details }),
    status,
  };
}
