/** Descriptions of the areas of the identity facade. */
export const identityFacadeTags: Readonly<Record<string, string>> = {
  'Login experience':
    'Branding, login domains, e-mail templates, social connectors and sign-in statistics.',
  'Login flows':
    'How users sign in: steps, methods, assurance levels and the flows that clients use.',
};
