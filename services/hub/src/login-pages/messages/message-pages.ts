import type { ApplicationHome } from '../../applications/application-home.ts';
import type { MessageKind } from '../../provider/pages.ts';
import type { LoginEnd } from '../visits/login-end.ts';
import { templateData } from '../frame/page-context.ts';
import type { PageContext, PageParts } from '../frame/page-context.ts';

/** The page of a login that ended without a sign-in. It offers another account unless the flow itself denied the login. */
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

/** Pages that offer to try again. */
const retryKinds: ReadonlySet<MessageKind> = new Set(['throttled', 'unavailable']);
/** Pages that lead to the application, where a new sign-in begins. */
const restartKinds: ReadonlySet<MessageKind> = new Set([
  'cookies',
  'expired',
  'link_ended',
  'not_found',
  'report_done',
  'report_ended',
  'start',
]);

/** Whether a page of this kind links to the application, where the person can sign in again. */
export const leadsHome = (kind: MessageKind): boolean => restartKinds.has(kind);

export interface MessageParts {
  requestId?: string;
  /** For the developers of the application. */
  details?: string;
  status?: number;
  home?: ApplicationHome | undefined;
  /** The time until another attempt is possible. */
  retryAfterSeconds?: number | undefined;
}

function buttonOf({ t }: PageContext, kind: MessageKind, { home }: MessageParts): object {
  if (retryKinds.has(kind)) return { href: '', button: t('action.try_again') };
  if (!home || !leadsHome(kind)) return {};
  return { href: home.url, button: t('login.start_at', { application: home.name }) };
}

function leadOf({ t }: PageContext, kind: MessageKind, more: MessageParts): string {
  const { retryAfterSeconds, home } = more;
  if (kind === 'throttled' && retryAfterSeconds !== undefined)
    return t('login.throttled.wait', { seconds: retryAfterSeconds });
  const lead = t(`login.${kind}.lead`);
  // Without a link, the text says where to go.
  const isUnlinked = !home && (kind === 'expired' || kind === 'link_ended' || kind === 'cookies');
  return isUnlinked ? `${lead} ${t('login.start_again')}` : lead;
}

/** A page with a message and at most one button. */
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
    data: templateData({ ...buttonOf(context, kind, more), requestId, details }),
    status,
  };
}
