/** The second audience of tokens for APIs that can also be used at the UserInfo endpoint. */
export const userinfoAudience = (issuer: string): string => `${issuer}/oauth2/userinfo`;
