import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isRendered } from '../pages.ts';
import type { ProviderForm, ProviderPages } from '../pages.ts';

/** The form that a page of the library submits: a user code from a link, or a sign-out that needs no confirmation. */
function innerForm({ oidc }: KoaContextWithOIDC): ProviderForm {
  const { state } = oidc.session as unknown as { state: { secret: string } };
  const xsrf = state.secret;
  // A relative URL stays on the host of the page, which has the cookies.
  const pathOf = (route: string): string => new URL(oidc.urlFor(route)).pathname;
  return oidc.route === 'code_verification'
    ? {
        action: pathOf('code_verification'),
        fields: { xsrf, user_code: String(oidc.params?.['user_code']) },
      }
    : { action: pathOf('end_session_confirm'), fields: { xsrf, logout: 'yes' } };
}

/**
 * Replaces the forms that the library submits to itself with pages of the tenant. They are the only pages of oidc-provider 9.13 that cannot be
 * configured. Unnecessary when they can, or when the library no longer needs them.
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
