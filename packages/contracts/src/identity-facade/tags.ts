/** What each area of the identity facade is about. */
export const identityFacadeTags: Readonly<Record<string, string>> = {
  'Login experience':
    'The look of the login, its domains, mails and social connectors, and who signs in.',
  'Login flows': 'How people sign in: steps, methods, assurance, and which client uses which flow.',
};
