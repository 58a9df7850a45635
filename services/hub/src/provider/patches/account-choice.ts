import type { Provider } from 'oidc-provider';

interface RequestContext {
  params: { prompt?: string };
}

/**
 * Handles `prompt=select_account` as a login, whose first page asks for the user (OpenID Connect Core §3.1.2.1). In oidc-provider 9.13, every
 * prompt needs its own page and result. Unnecessary when a prompt of the library can have several names.
 */
export function chooseAccountByLogin(provider: Provider): void {
  Object.defineProperty(provider.OIDCContext.prototype, 'prompts', {
    get(this: RequestContext) {
      const names = this.params.prompt?.split(' ') ?? [];
      return new Set(names.map((name) => (name === 'select_account' ? 'login' : name)));
    },
  });
}
