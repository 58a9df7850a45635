/** What each area of access is about. */
export const fgaTags: Readonly<Record<string, string>> = {
  'Access policies':
    'Conditional access: rules of an application that allow, deny or step up sign-ins and tokens.',
  Entitlements: 'Families of operations that the operator has enabled for the tenant.',
  'Fine-grained authorization': 'Models, relationship tuples, checks, listings and the change log.',
  'Privileged access':
    'Just-in-time elevation (PIM): who may activate a role or scope, approvals and activations.',
  Permissions: "Permissions of the tenant's own applications, which roles grant.",
  'Role assignments': 'Who holds a role in the whole tenant.',
  Roles: 'Keyed sets of permissions.',
};
