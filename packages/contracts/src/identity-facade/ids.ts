/** Prefixes of the ids that the identity facade generates. */
export const identityFacadeIds = {
  authenticator: 'authn',
  challenge: 'chal',
  email: 'eml',
  linkedIdentity: 'idn',
  loginDomain: 'ldom',
  loginFlow: 'lflow',
  trustedDevice: 'tdev',
} as const;
