import { hubTags } from '../hub/tags.ts';
import { identityFacadeTags } from '../identity-facade/tags.ts';
import { directoryTags } from '../directory/tags.ts';
import { complianceTags } from '../compliance/tags.ts';
import { fgaTags } from '../fga/tags.ts';
import { outboundTags } from '../outbound/tags.ts';

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
  ...hubTags,
  ...identityFacadeTags,
  ...directoryTags,
  ...complianceTags,
  ...fgaTags,
  ...outboundTags,
};
