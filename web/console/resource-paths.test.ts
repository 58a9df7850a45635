import { describe, expect, it } from 'vitest';
import { resourceHref } from './resource-paths.ts';

describe('resourceHref', () => {
  it.each([
    ['webhook_endpoint', 'whe_1', null, '/webhooks/whe_1'],
    ['consent_purpose', 'a/b', null, '/privacy/purposes/a%2Fb'],
    ['organization_domain', 'dom_1', 'org_1', '/organizations/org_1/domains'],
    ['organization_domain', 'dom_1', null, undefined],
    ['activation', 'act_1', 'org_1', '/access/elevation'],
    ['constructor', 'x', null, undefined],
    ['novelty', 'x', null, undefined],
  ])('a %s %s of %s is at %s', (type, id, organizationId, href) => {
    expect(resourceHref({ type, id, organizationId })).toBe(href);
  });
});
