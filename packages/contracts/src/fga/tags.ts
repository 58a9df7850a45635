/** What each area of access is about. */
export const fgaTags: Readonly<Record<string, string>> = {
  Clients: 'Conditional access: when the tokens of a client are issued, and what that asks for.',
  Entitlements: 'What the tenant may use, and how much of it.',
  FGA: 'Fine-grained authorization: models, tuples, checks and listings.',
  PIM: 'Elevation for a while: eligibilities and activations.',
  Permissions: 'Names that roles hold.',
  'Role assignments': 'Who holds a role in the whole tenant.',
  Roles: 'Keyed sets of permissions.',
};
