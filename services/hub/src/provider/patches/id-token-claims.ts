import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

interface IdTokenPrototype {
  ctx?: KoaContextWithOIDC;
  extra: Record<string, unknown>;
  issue(options: { use: string }): Promise<string>;
}

/**
 * Adds the claims of hooks and webhooks to ID tokens; the issuer's own claims take precedence. oidc-provider 9.13 has `extraTokenClaims` for access
 * tokens only and drops account claims that are not configured. Unnecessary when the library has such a setting for ID tokens.
 */
export function addIdTokenClaims(
  provider: Provider,
  claimsFor: (ctx: KoaContextWithOIDC) => Promise<Record<string, unknown>>,
): void {
  const prototype = provider.IdToken.prototype as unknown as IdTokenPrototype;
  const { issue } = prototype;
  prototype.issue = async function issueWithClaims(options) {
    if (options.use === 'idtoken' && this.ctx)
      this.extra = { ...(await claimsFor(this.ctx)), ...this.extra };
    return issue.call(this, options);
  };
}
