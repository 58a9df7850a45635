/** The issuer in what has been entered: consoles show the address of the discovery document more often. */
export const issuerIn = (text: string): string =>
  text.trim().replace(/\/\.well-known\/openid-configuration$/, '');
