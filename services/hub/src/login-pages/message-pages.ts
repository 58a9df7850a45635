import type { ApplicationHome } from '../applications/application-home.ts';
import type { MessageKind } from '../provider/pages.ts';
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
const retried: ReadonlySet<MessageKind> = new Set(['throttled', 'unavailable']);
/** A fresh sign-in, which begins at the application, is the way on. */
const restarted: ReadonlySet<MessageKind> = new Set([
  'cookies',
  'expired',
  'link_ended',
  'not_found',
  'report_done',
  'report_ended',
  'start',
]);

/** Whether a page of this kind leads to where the person can sign in again. */
export const leadsHome = (kind: MessageKind): boolean => restarted.has(kind);

/** What a page that says one thing may add. */
export interface MessageParts {
  requestId?: string;
  /** For the developers of the application. */
  details?: string;
  status?: number;
  home?: ApplicationHome | undefined;
  /** Until another try is possible. */
  retryAfterSeconds?: number | undefined;
}

function wayOn({ t }: PageContext, kind: MessageKind, { home }: MessageParts): object {
  if (retried.has(kind)) return { href: '', button: t('action.try_again') };
  if (!home || !leadsHome(kind)) return {};
  return { href: home.url, button: t('login.start_at', { application: home.name }) };
}

function leadOf({ t }: PageContext, kind: MessageKind, more: MessageParts): string {
  const { retryAfterSeconds, home } = more;
  if (kind === 'throttled' && retryAfterSeconds !== undefined)
    return t('login.throttled.wait', { seconds: retryAfterSeconds });
  const lead = t(`login.${kind}.lead`);
  // Without a link the page says in words where to go.
  const isUnlinked = !home && (kind === 'expired' || kind === 'link_ended' || kind === 'cookies');
  return isUnlinked ? `${lead} ${t('login.start_again')}` : lead;
}

/** A page with one sentence and one way on. */
export function messagePage(
  context: PageContext,
  kind: MessageKind,
  more: MessageParts = {},
): PageParts {
  const { status, requestId, details } = more;
  return {
    template: 'login-message',
    title: context.t(`login.${kind}.title`),
    lead: leadOf(context, kind, more),
    data: templateData({ ...wayOn(context, kind, more), requestId, details }),
    status,
  };
}
