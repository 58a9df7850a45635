import type { ContentPolicy, Pages } from '@platform/pages';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { noteRendered } from '../../provider/pages.ts';
import type {
  ProviderError,
  ProviderForm,
  ProviderPages,
  ProviderPagesOf,
  MessageKind,
  WaitingDevice,
} from '../../provider/pages.ts';
import { loginClient } from '../../login/requests/login-requests.ts';
import { scopeSentences } from '../views/consent-view.ts';
import { loginFields } from '../views/fields.ts';
import { formView } from '@platform/pages';
import { leadsHome, messagePage } from './message-pages.ts';
import { framed } from '../frame/page-context.ts';
import type { PageContext, PageParts } from '../frame/page-context.ts';
import { languageTarget } from '../frame/page-languages.ts';
import type { RestartOf } from '../visits/restart.ts';
import type { TenantFrames } from '../frame/tenant-frame.ts';

export interface ProviderPagesOptions {
  pages: Pages;
  frames: TenantFrames;
  restartOf: RestartOf;
}

const noHome = () => ({ home: undefined });

/** The secret that the library compares to detect forged forms. */
const xsrfOf = ({ oidc }: KoaContextWithOIDC): string =>
  String((oidc.session as { state?: { secret?: string } } | undefined)?.state?.secret ?? '');

const kindsByError: Readonly<Record<string, MessageKind>> = {
  invalid_client: 'unknown_application',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
};

function kindOf({ status }: KoaContextWithOIDC, { error }: ProviderError, { name }: Error) {
  if (name === 'SessionNotFound') return 'expired';
  return kindsByError[error] ?? (status >= 500 ? 'unavailable' : 'problem');
}

/** Errors that the library throws for a wrong, expired or used code. */
const codeErrors: ReadonlySet<string> = new Set([
  'NoCodeError',
  'NotFoundError',
  'ExpiredError',
  'AlreadyUsedError',
]);

/** Whether the code was correct, but the sign-in that followed did not connect the device. */
const isNotConnected = ({ oidc }: KoaContextWithOIDC, { name }: Error): boolean =>
  name === 'AbortedError' ||
  (!codeErrors.has(name) &&
    (oidc.deviceCode ?? oidc.entities.Interaction?.deviceCode) !== undefined);

/** The origin that the form redirects to. Browsers apply the `form-action` policy of the page to that redirect. */
function targetOf({ oidc }: KoaContextWithOIDC): string[] {
  const uri = oidc.params?.['post_logout_redirect_uri'];
  if (typeof uri !== 'string') return [];
  const { origin, protocol } = new URL(uri);
  return [origin === 'null' ? protocol : origin];
}

function userCode({ t }: PageContext, xsrf: string, isWrong: boolean): PageParts {
  const errors: Record<string, string> = isWrong ? { user_code: t('login.device.wrong') } : {};
  const fields = formView([loginFields(t).userCode()], { errors });
  return {
    template: 'login-device',
    title: t('login.device.title'),
    lead: t('login.device.lead'),
    data: { xsrf, field: fields['user_code'], button: t('action.continue') },
  };
}

function confirmDevice(
  { t, locale }: PageContext,
  xsrf: string,
  { clientName, scopes, device, userCode: code, askedAt }: WaitingDevice,
): PageParts {
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const facts = [
    { name: t('login.device.address'), value: device.ip },
    { name: t('login.device.software'), value: device.ua },
    { name: t('login.device.time'), value: `${time.format(askedAt)} UTC` },
  ];
  return {
    template: 'login-device-confirm',
    title: t('login.device.confirm_title', { application: clientName }),
    lead: t('login.device.confirm_lead'),
    data: {
      xsrf,
      code,
      facts: facts.filter(({ value }) => value),
      intro: t('consent.lead', { application: clientName }),
      scopes: scopeSentences(t, scopes),
    },
  };
}

const signOut = ({ t, brand }: PageContext, xsrf: string): PageParts => ({
  template: 'login-sign-out',
  title: t('login.sign_out.title', { tenant: brand.name }),
  lead: t('login.sign_out.lead'),
  data: { xsrf },
});

/** Names the application that receives the response. */
const submission = ({ t, client }: PageContext, { action, fields }: ProviderForm): PageParts => ({
  template: 'login-submit',
  title: t('login.onward.title'),
  lead: client.name === '' ? undefined : t('login.onward.lead', { application: client.name }),
  data: { action, fields: Object.entries(fields).map(([name, value]) => ({ name, value })) },
});

/** The pages that the library requests, with the tenant's branding. */
export const providerPages =
  ({ pages, frames, restartOf }: ProviderPagesOptions): ProviderPagesOf =>
  (tenant): ProviderPages => {
    async function show(
      ctx: KoaContextWithOIDC,
      view: (context: PageContext) => PageParts,
      formAction: ContentPolicy['formAction'] = [],
    ): Promise<void> {
      const { client, params } = ctx.oidc ?? {};
      const context = await frames.ofTenant({
        tenantId: tenant.id,
        host: ctx.host,
        client: client && loginClient(client),
        uiLocales: String(params?.['ui_locales'] ?? '')
          .split(' ')
          .filter(Boolean),
        acceptLanguage: ctx.get('accept-language'),
        cookie: ctx.get('cookie'),
        languageTarget: languageTarget(ctx.req),
      });
      const parts = view(context);
      const { html, headers } = pages.render({ ...framed(context, parts), policy: { formAction } });
      ctx.set(headers as Record<string, string>);
      ctx.type = 'html';
      ctx.body = html;
      noteRendered(ctx);
    }

    return {
      async error(ctx, out, error) {
        const kind = kindOf(ctx, out, error);
        const isOver = leadsHome(kind);
        const { home } = isOver ? await restartOf(tenant.id, '').catch(noHome) : noHome();
        return show(ctx, (context) =>
          messagePage(context, kind, {
            requestId: String(ctx.res.getHeader('x-request-id') ?? ''),
            // An expired sign-in is not the application's fault, so its developers need no details.
            details: isOver ? undefined : `${out.error}: ${out.error_description ?? ''}`,
            home,
          }),
        );
      },
      signOut: (ctx) => show(ctx, (context) => signOut(context, xsrfOf(ctx)), targetOf(ctx)),
      signedOut: (ctx) => show(ctx, (context) => messagePage(context, 'signed_out')),
      userCode: (ctx, error) =>
        show(ctx, (context) =>
          error && isNotConnected(ctx, error)
            ? messagePage(context, 'device_aborted')
            : userCode(context, xsrfOf(ctx), error !== undefined),
        ),
      confirmDevice: (ctx, device) =>
        show(ctx, (context) => confirmDevice(context, xsrfOf(ctx), device)),
      deviceConnected: (ctx) => show(ctx, (context) => messagePage(context, 'device_connected')),
      // The application may redirect anywhere after it has received the form.
      submit: (ctx, form) => show(ctx, (context) => submission(context, form), 'any'),
    };
  };
