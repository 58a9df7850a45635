/** Descriptions of the areas of the hub. */
export const hubTags: Readonly<Record<string, string>> = {
  APIs: "The tenant's own APIs, which accept access tokens of its issuer: scopes, applications and keys.",
  Applications:
    'OAuth clients of the tenant: their settings, secrets, legal documents and token claims.',
  'IP rules': "Rules that allow or deny IP addresses access to the tenant's API.",
  Search: 'Search for users, applications and other resources of the tenant.',
  Tenant:
    'The tenant of the caller: its settings, the addresses of its issuer, and what needs attention.',
};
