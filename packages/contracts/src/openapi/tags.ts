const acronyms: Readonly<Record<string, string>> = {
  ip: 'IP',
  siem: 'SIEM',
  ssf: 'SSF',
  fga: 'FGA',
  pim: 'PIM',
  scim: 'SCIM',
};

/** Segments that only group other areas. */
const groups = new Set(['directory']);

/** The area of an operation, from its path: `/api/v1/ip-rules/{id}` → `IP rules`. */
export function tagOf(path: string): string {
  const [first = '', second] = path
    .replace(/^\/api\/v1\//, '')
    .split('/')
    .map((part) => part.split(':', 1)[0] as string);
  const area = groups.has(first) && second && !second.startsWith('{') ? second : first;
  const words = area.split(/[-_]/).map((word) => acronyms[word] ?? word);
  const [head = '', ...rest] = words;
  return [head.charAt(0).toUpperCase() + head.slice(1), ...rest].join(' ');
}

/** What each area is about. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  Applications: 'OAuth clients of the tenant, their secrets, and the claims of their tokens.',
  Clients: 'Conditional access: when the tokens of a client are issued, and what that asks for.',
  Entitlements: 'What the tenant may use, and how much of it.',
  'Event types': 'The catalog of events.',
  Events: 'The event log of the tenant.',
  FGA: 'Fine-grained authorization: models, tuples, checks and listings.',
  Hooks: 'Tests of what the platform calls.',
  'IP rules': "Which addresses may use the tenant's API.",
  Organizations: 'Organizations and their members.',
  PIM: 'Elevation for a while: eligibilities and activations.',
  Permissions: 'Names that roles hold.',
  'Role assignments': 'Who holds a role in the whole tenant.',
  Roles: 'Keyed sets of permissions.',
  Users: 'People of the tenant.',
  'Webhook claim schemas': 'Claims that the tenant adds to tokens.',
  'Webhook endpoints': 'Where events are delivered, their secrets, deliveries and recoveries.',
};
