const required = new WeakMap<object, string>();

/** Notes the assurance that the scopes of a request require, so that its tokens name it if the session satisfies it. */
export const noteRequiredAcr = (oidc: object, acr: string | undefined): void => {
  if (acr !== undefined) required.set(oidc, acr);
};

/** See {@link noteRequiredAcr}. */
export const requiredAcr = (oidc: object): string | undefined => required.get(oidc);
