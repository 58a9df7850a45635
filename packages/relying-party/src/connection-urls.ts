/** URLs of the platform for one connection to an identity provider, which are configured there. */
export interface ConnectionUrls {
  /** SAML entity id and audience. */
  entityId: string;
  /** SAML Assertion Consumer Service. */
  acsUrl: string;
  /** The platform's SAML metadata. */
  metadataUrl: string;
  /** OpenID Connect redirect URI. */
  redirectUri: string;
}

/**
 * Returns the URLs of a connection.
 * @param issuer of the tenant
 * @param connection id of the directory
 * @param origin of the page of the sign-in; default: that of the issuer
 */
export const connectionUrls = (
  issuer: string,
  connection: string,
  origin: string = issuer,
): ConnectionUrls => ({
  entityId: `${issuer}/federation/${connection}`,
  acsUrl: `${origin}/federation/${connection}/acs`,
  metadataUrl: `${origin}/federation/${connection}/metadata`,
  redirectUri: `${origin}/federation/${connection}/callback`,
});
