import type { Provider } from 'oidc-provider';

/**
 * Sets `Secure` cookies on http://localhost too, where browsers accept them. In oidc-provider 9.13 and its Koa, that is an error unless the request
 * arrived over TLS. Unnecessary when `secure` in the cookie configuration is enough.
 */
export function sendSecureCookies(provider: Provider): void {
  const createContext = provider.createContext.bind(provider);
  provider.createContext = function createSecureContext(...request) {
    const ctx = createContext(...request);
    ctx.cookies.secure = true;
    return ctx as never;
  };
}
