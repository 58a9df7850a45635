import { z } from 'zod';
import { anyOf, operations } from '../operation.ts';
import { allScopes } from '../scopes.ts';
import { SearchResults, searchTypes } from './search.ts';
import { TenantHealth } from './tenant-health.ts';

// The gateway checks the entitlement to the family of the first scope: one that every tenant has.
const first = 'tenant:settings.read';
const anyRead = anyOf(
  first,
  ...allScopes.filter((scope) => scope.endsWith('.read') && scope !== first),
);

const maxQuery = 100;
const isType = (name: string): boolean => (searchTypes as readonly string[]).includes(name);

/** Operations across all parts of a tenant. */
export const overviewOperations = operations({
  tenantHealthGet: {
    method: 'get',
    path: '/api/v1/tenant/health',
    scopes: anyRead,
    mode: 'query',
    noEtag: true,
    summary: 'Gets what needs attention',
    description:
      'Lists what fails, has stopped, expires within 30 days, is overdue, or waits for a decision, as far as your scopes let you read it.',
    response: TenantHealth,
    errors: [],
  },
  searchList: {
    method: 'get',
    path: '/api/v1/search',
    scopes: anyRead,
    mode: 'query',
    noEtag: true,
    summary: 'Searches resources of all types',
    description:
      'Finds resources whose name starts with `q`, or whose id is `q`, as far as your scopes let you read them: at most 20. Users are found from three letters on.',
    query: z.strictObject({
      q: z
        .string()
        .trim()
        .min(2, { error: 'must have at least 2 characters' })
        .max(maxQuery, { error: `must have at most ${maxQuery} characters` }),
      types: z
        .string()
        .transform((list) => [...new Set(list.split(','))])
        .refine((names) => names.every(isType), {
          error: `must be types, separated by commas: ${searchTypes.join(', ')}`,
        })
        .optional()
        .describe('Finds resources of these types only. Separate them with commas.'),
    }),
    response: SearchResults,
    errors: [],
  },
});
