import type { PageAnswer, Surface } from '@platform/kit/http';
import type { RpcPeer } from '@platform/kit/grpc';
import { methodNotAllowed, problem } from '@platform/kit/problem';
import { noteAccess } from '@platform/kit/telemetry';
import type { Pages } from '@platform/pages';
import type { LoginBranding } from '../login/login-experience.ts';
import { framed, pageContext } from '../login-pages/frame/page-context.ts';
import { sendPage } from '../login-pages/frame/send-page.ts';
import type { WebHostOf } from '../web-sessions/web-request.ts';
import { previewPages } from './preview-pages.ts';

/** A page of a login as the identity service resolves it. */
interface PagePreview {
  page: string;
  branding: LoginBranding;
  themeCss: string;
  texts: Record<string, string>;
  locale: string;
  scheme: 'light' | 'dark' | null;
  applicationName: string;
}

interface MailPreview {
  page: 'email';
  html: string;
}

type Preview = PagePreview | MailPreview;
const isMail = (preview: Preview): preview is MailPreview => preview.page === 'email';

export interface PreviewSurfaceOptions {
  pages: Pages;
  hostOf: WebHostOf;
  identity: () => RpcPeer;
}

const ticketForm = /^[\w-]{43}$/;
const deadlineMs = 3_000;

/**
 * Turns the policy of a page into that of a preview: shown in frames of the same host, without scripts and forms. The frame keeps its
 * origin, because the host serves style sheets and images to itself alone; without scripts, nothing can use it.
 */
const previewPolicy = (policy: string): string =>
  [
    ...policy
      .split('; ')
      .filter((directive) => !/^(?:script-src|form-action|frame-ancestors)/.test(directive)),
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin',
  ].join('; ');

function loginPage(pages: Pages, preview: PagePreview) {
  const { branding, texts, locale, scheme, applicationName, themeCss } = preview;
  const show = previewPages[preview.page];
  if (!show) throw problem('not_found');
  const client = {
    id: '',
    name: applicationName,
    isFirstParty: true,
    logoUri: null,
    tosUri: null,
    policyUri: null,
  };
  const experience = { branding, texts, locale, locales: [], themePath: '' };
  const context = pageContext(pages, { experience, client, path: '', csrf: '' });
  const page = pages.render({
    ...framed(context, show(context)),
    status: 200,
    theme: scheme ?? context.theme,
    styles: themeCss,
  });
  const { 'x-frame-options': _framing, ...headers } = page.headers ?? {};
  const policy = previewPolicy(String(headers['content-security-policy']));
  // No frame without scripts may run one: browsers report each attempt.
  const html = page.html.replaceAll(/<script\b[^>]*><\/script>/g, '');
  return { ...page, html, headers: { ...headers, 'content-security-policy': policy } };
}

/** An e-mail, which can do nothing but be looked at: pictures of others would tell them who looks. */
const mailPage = (html: string): PageAnswer => ({
  kind: 'page',
  html,
  headers: {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': previewPolicy(
      "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; base-uri 'none'",
    ),
  },
});

/** Previews of the pages of logins and of e-mails, at `/web/preview/{ticket}`. */
export const previewSurface = ({ pages, hostOf, identity }: PreviewSurfaceOptions): Surface => ({
  owns: ({ segments }) =>
    segments[0] === 'web' && segments[1] === 'preview' && segments.length === 3,
  async handle(req, res, { line: { segments }, requestId }) {
    noteAccess({ operationId: 'loginPreview' });
    res.setHeader('x-request-id', requestId);
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw methodNotAllowed(req.method, ['GET', 'HEAD']);
    const ticket = segments[2] ?? '';
    const { tenant, isElsewhere } = await hostOf(req);
    if (isElsewhere || !ticketForm.test(ticket)) throw problem('not_found');
    const { contentJson } = await identity()
      .service('platform.identity.v1.Previews')
      .Resolve({ tenantId: tenant.id, ticket }, { deadlineMs, repeatable: true });
    const preview = JSON.parse(contentJson) as Preview;
    sendPage(res, isMail(preview) ? mailPage(preview.html) : loginPage(pages, preview));
  },
});
