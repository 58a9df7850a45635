import { z } from 'zod';
import { overviewParts } from './tenant-health.ts';

/** The types of resources that a search finds. */
export const searchTypes = [
  'user',
  'organization',
  'application',
  'directory',
  'role',
  'api_resource',
  'webhook_endpoint',
  'hook',
  'siem_sink',
  'login_domain',
  'social_connector',
  'ssf_receiver',
  'consent_purpose',
  'erasure_request',
  'access_request',
] as const;
export type SearchType = (typeof searchTypes)[number];

/** A resource that a search has found. */
export const SearchHit = z
  .object({
    type: z.enum(searchTypes),
    id: z.string(),
    name: z.string(),
    detail: z.string().nullable().describe('Tells resources of the same name apart.'),
    organizationId: z.string().nullable(),
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.infer<typeof SearchHit>;

/** The best hits of a search, of several types. */
export const SearchResults = z
  .object({ data: z.array(SearchHit), parts: overviewParts })
  .meta({ id: 'SearchResults' });
export type SearchResults = z.infer<typeof SearchResults>;
