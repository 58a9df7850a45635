import { Provider } from 'oidc-provider';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { isBrowserPath } from './engine-request.ts';
import type { EngineForm, EnginePages } from './pages.ts';

type ResponseMode = Parameters<Provider['registerResponseMode']>[1];

/** Answers a client by a form (OAuth 2.0 Form Post Response Mode §2). An error is one for scripts that read the status as well. */
const answerByForm =
  (pages: EnginePages): ResponseMode =>
  async (ctx, action, answer) => {
    const fields = Object.fromEntries(
      Object.entries(answer as object).map(([name, value]) => [name, String(value)]),
    );
    await pages.submit(ctx, { action, fields });
    ctx.status = 'error' in fields ? 400 : 200;
  };

/** An engine that answers clients by forms of the tenant. Of two handlers of a response mode it keeps the first, which is its own. */
export function providerWithForms(
  issuer: string,
  configuration: Configuration,
  pages: EnginePages,
): Provider {
  class FormProvider extends Provider {
    override registerResponseMode(name: string, handler: ResponseMode): void {
      super.registerResponseMode(name, name === 'form_post' ? answerByForm(pages) : handler);
    }
  }
  return new FormProvider(issuer, configuration);
}

/** By this the engine's own form is known. */
const engineTitle = '<title>Submitting Callback</title>';

/** The forms that the engine sends to itself: the code of a device from a link, and a sign-out without anything to ask. */
function innerForm({ oidc }: KoaContextWithOIDC): EngineForm {
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

/** Shows the forms that an engine sends to itself as pages of the tenant. */
export function brandInnerForms(provider: Provider, pages: EnginePages): void {
  async function answerPage(ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
    await next();
    if (typeof ctx.body === 'string' && ctx.body.includes(engineTitle))
      await pages.submit(ctx, innerForm(ctx));
  }

  provider.use((ctx, next) =>
    isBrowserPath(ctx.path.slice(1))
      ? answerPage(ctx as unknown as KoaContextWithOIDC, next)
      : next(),
  );
}
