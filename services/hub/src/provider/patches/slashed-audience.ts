import type { Provider } from 'oidc-provider';

interface RequestContext {
  clientJwtAuthExpectedAudience(): Set<string>;
}

/**
 * Accepts a client assertion whose `aud` ends with a slash: the SDKs of OpenFGA and Auth0 append one to the issuer. It names the same server.
 * Unnecessary when the library takes the accepted audiences from the configuration.
 */
export function acceptSlashedAudiences(provider: Provider): void {
  const prototype = provider.OIDCContext.prototype as unknown as RequestContext;
  const { clientJwtAuthExpectedAudience: expected } = prototype;
  prototype.clientJwtAuthExpectedAudience = function slashed(this: RequestContext) {
    const audiences = [...expected.call(this)];
    return new Set([...audiences, ...audiences.map((audience) => `${audience}/`)]);
  };
}
