import { Provider } from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import type { ProviderPages } from '../pages.ts';

type ResponseMode = Parameters<Provider['registerResponseMode']>[1];

/** Responds with a form (OAuth 2.0 Form Post Response Mode §2). An error also has the status 400, for clients other than browsers. */
const respondByForm =
  (pages: ProviderPages): ResponseMode =>
  async (ctx, action, answer) => {
    const fields = Object.fromEntries(
      Object.entries(answer as object).map(([name, value]) => [name, String(value)]),
    );
    await pages.submit(ctx, { action, fields });
    ctx.status = 'error' in fields ? 400 : 200;
  };

/**
 * Creates a provider whose `form_post` responses are pages of the tenant. oidc-provider 9.13 registers its own form in the constructor and keeps
 * the first handler of a response mode. Unnecessary when the library lets a later registration replace it.
 */
export function formPostProvider(
  issuer: string,
  configuration: Configuration,
  pages: ProviderPages,
): Provider {
  class FormPostProvider extends Provider {
    override registerResponseMode(name: string, handler: ResponseMode): void {
      super.registerResponseMode(name, name === 'form_post' ? respondByForm(pages) : handler);
    }
  }
  return new FormPostProvider(issuer, configuration);
}
