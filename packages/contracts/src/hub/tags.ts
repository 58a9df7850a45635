/** What each area of the hub is about. */
export const hubTags: Readonly<Record<string, string>> = {
  Applications: 'OAuth clients of the tenant, their secrets, and the claims of their tokens.',
  'IP rules': "Which addresses may use the tenant's API.",
};
