import { contextTags } from '../contexts/tags.ts';

const acronyms: Readonly<Record<string, string>> = {
  api: 'API',
  ip: 'IP',
  siem: 'SIEM',
  ssf: 'SSF',
  fga: 'FGA',
  pim: 'PIM',
  scim: 'SCIM',
};

/** Segments that only group other areas. */
const groups = new Set(['directory']);

/** Names of areas whose paths do not describe their content. */
const names: Readonly<Record<string, string>> = {
  'Audit records': 'Audit log',
  'API resources': 'APIs',
  'API signing keys': 'APIs',
  Clients: 'Access policies',
  'Federation members': 'Connection tests',
  FGA: 'Fine-grained authorization',
  PIM: 'Privileged access',
  SIEM: 'SIEM sinks',
  SSF: 'Shared signals',
};

/** Returns the area of an operation, from its path: `/api/v1/ip-rules/{id}` → `IP rules`. */
export function operationTagOf(path: string): string {
  const [first = '', second] = path
    .replace(/^\/api\/v1\//, '')
    .split('/')
    .map((part) => part.split(':', 1)[0] as string);
  const segment = groups.has(first) && second && !second.startsWith('{') ? second : first;
  const words = segment.split(/[-_]/).map((word) => acronyms[word] ?? word);
  const [head = '', ...rest] = words;
  const area = [head.charAt(0).toUpperCase() + head.slice(1), ...rest].join(' ');
  return names[area] ?? area;
}

/** Descriptions of all areas. */
export const tagDescriptions: Readonly<Record<string, string>> = contextTags;
