import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isRendered } from '../pages.ts';
import type { ProviderForm, ProviderPages } from '../pages.ts';

/** The form that a page of the library submits: the code of a device from a link, or a sign-out that has nothing to ask. */
function innerForm({ oidc }: KoaContextWithOIDC): ProviderForm {
  const { state } = oidc.session as unknown as { state: { secret: string } };
  const xsrf = state.secret;
  // On the host of the page, where its cookies are.
  const pathOf = (route: string): string => new URL(oidc.urlFor(route)).pathname;
  return oidc.route === 'code_verification'
    ? {
        action: pathOf('code_verification'),
        fields: { xsrf, user_code: String(oidc.params?.['user_code']) },
      }
    : { action: pathOf('end_session_confirm'), fields: { xsrf, logout: 'yes' } };
}

/**
 * Replaces the forms that the library sends to itself by pages of the tenant: they are its only pages without a setting. Unnecessary when
 * oidc-provider (9.13) sends these forms by a configured function, or does without them.
 */
export function replaceInnerForms(provider: Provider, pages: ProviderPages): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.status === 200 && ctx.response.is('html') && !isRendered(ctx)) {
      const request = ctx as unknown as KoaContextWithOIDC;
      await pages.submit(request, innerForm(request));
    }
  });
}
