import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpolated, escaped } from '../files/environment.ts';
import { completeMembers } from '../files/checked-members.ts';
import { printedYaml } from '../files/printed-yaml.ts';
import { parseYaml } from '../files/yaml-file.ts';
import { application } from '../kinds/application.ts';
import { branding } from '../kinds/branding.ts';
import type { AnyKind } from '../kinds/kind.ts';
import { legalDocument } from '../kinds/legal-document.ts';
import { organization } from '../kinds/organization.ts';
import { permission } from '../kinds/permission.ts';
import { role } from '../kinds/role.ts';
import { webhookEndpoint } from '../kinds/webhook-endpoint.ts';
import type { Members } from '../members/members.ts';
import { mapSecrets, secret } from '../members/secret.ts';
import { planOf } from '../plan/plan-of.ts';
import { declaredBy, foundResource } from '../test-files.ts';
import type { Found } from '../tenant/tenant-state.ts';
import { filesOfResources } from './export-configuration.ts';

/** Texts that YAML and references to the environment could mistake for something else. */
const trap = fc.constantFrom(
  'yes',
  'null',
  '~',
  '1.10',
  '2026-01-01',
  '- a',
  'a: b',
  '# no comment',
  '"quoted"',
  '${env:HOME}',
  '$${env:HOME}',
  '*alias',
  '%tag',
);
const line = fc
  .oneof(trap, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }))
  .map((text) =>
    text
      .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
      .trim()
      .normalize('NFC'),
  )
  .filter((text) => text !== '');
const lines = fc
  .array(fc.oneof(line, fc.constant(''), fc.constant('  indented  ')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((all) => all.join('\n'))
  .filter((text) => text !== '');
const slug = fc.stringMatching(/^[a-z][a-z0-9]{2,10}$/);

const valid = (kind: AnyKind, members: Members): Found[] => {
  const faults: string[] = [];
  const complete = completeMembers(kind, members, (_path, message) => void faults.push(message));
  return complete ? [foundResource(kind, complete)] : [];
};
const any = (kind: object): AnyKind => kind as AnyKind;

/** Tenants whose names refer to each other. */
const states = fc
  .record({
    clientIds: fc.uniqueArray(slug, { minLength: 1, maxLength: 3 }),
    permissions: fc.uniqueArray(slug, { minLength: 1, maxLength: 4 }),
    roles: fc.uniqueArray(slug, { maxLength: 3 }),
    slugs: fc.uniqueArray(slug, { maxLength: 2 }),
    name: line,
    text: lines,
    redirectUris: fc.array(fc.webUrl(), { maxLength: 3 }),
    metadata: fc.dictionary(slug, line, { maxKeys: 3 }),
    enabled: fc.boolean(),
    headers: fc.uniqueArray(slug, { maxLength: 3 }),
    url: fc.webUrl(),
  })
  .map((r) => {
    const [clientId = ''] = r.clientIds;
    const permissions = r.permissions.map((name) => `invoices.${name}`);
    return [
      ...r.clientIds.flatMap((id) =>
        valid(any(application), {
          clientId: id,
          name: r.name,
          type: 'web',
          redirectUris: r.redirectUris,
          metadata: r.metadata,
          enabled: r.enabled,
          accessTokenTtlSeconds: 300,
        }),
      ),
      ...permissions.flatMap((name) =>
        valid(any(permission), { name, displayName: r.name, clientId }),
      ),
      ...r.roles.flatMap((key) => valid(any(role), { key, description: r.name, permissions })),
      ...r.slugs.flatMap((one) =>
        valid(any(organization), { slug: one, name: r.name, defaultRoles: r.roles }),
      ),
      ...valid(any(branding), {
        displayName: r.name,
        customCss: r.text,
        texts: { de: { 'login.title': r.name } },
        overrides: [{ clientId, displayName: r.name }],
      }),
      ...valid(any(legalDocument), {
        clientId,
        docType: 'terms-of-service',
        locale: 'en',
        title: r.name,
        content: r.text,
      }),
      ...valid(any(webhookEndpoint), {
        url: r.url,
        eventTypes: ['user.*'],
        organizationIds: r.slugs.length > 0 ? r.slugs : null,
        headers: Object.fromEntries(r.headers.map((name) => [`X-${name}`, secret()])),
      }),
    ];
  });

/** What a tenant stores of secrets: that they are there. */
const stored = (found: Found): Found => ({
  ...found,
  members: mapSecrets(found.members, () => secret()) as Members,
});

describe('an export', () => {
  it('of a state has no changes against that state, nor anything to delete', () => {
    fc.assert(
      fc.property(states, (resources) => {
        fc.pre(resources.length > 2);
        const files = filesOfResources(resources.map(stored));
        const { changes } = planOf({ resources: resources.map(stored) }, declaredBy(files), {
          prune: true,
        });
        expect(changes.map(({ address, members }) => [address, members])).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('is written and read as the same values', () => {
    const value = fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' });
    fc.assert(
      fc.property(value, (json) => {
        expect(parseYaml('a.yaml', printedYaml(json)).value).toEqual(json);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps texts that look like references to the environment', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('$', '{', 'env:', 'A', '}') }), (text) => {
        expect(interpolated(escaped(text), { A: 'replaced' })).toEqual({ text, missing: [] });
      }),
      { numRuns: 2000 },
    );
  });
});
