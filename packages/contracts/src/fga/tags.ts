/** Descriptions of the areas of access. */
export const fgaTags: Readonly<Record<string, string>> = {
  'Access policies':
    'Conditional access: rules of an application that allow, deny or step up sign-ins and tokens.',
  Entitlements: 'Families of operations that the operator has enabled for the tenant.',
  'Fine-grained authorization': 'Models, relation tuples, checks, listings and the change log.',
  'Privileged access':
    'Just-in-time elevation (PIM): eligible assignments, activations and approvals.',
  Permissions: "Permissions of the tenant's applications, granted by roles.",
  'Role assignments': 'Assignments of tenant-wide roles.',
  Roles: 'Named sets of permissions.',
};
