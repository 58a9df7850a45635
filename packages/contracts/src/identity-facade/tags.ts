/** What each area of the identity facade is about. */
export const identityFacadeTags: Readonly<Record<string, string>> = {};
