import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';
import { resourceTree } from './resource-tree.ts';

const names = Object.values<string>(resourceTree);
const resourceOf = (name: string): string => name.slice(0, name.lastIndexOf('.'));
const verbOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const verbs =
  /^(list|get|create|update|put|delete|accept|activate|apply|approve|cancel|change|check|complete|decline|disable|download|enable|evaluate|expand|explain|import|preview|probe|read|redeliver|render|replay|resend|resume|retire|retry|revoke|rotate|simulate|start|sync|test|unlock|validate|verify|withdraw|write)([A-Z][A-Za-z]*)?$/;

describe('resourceTree', () => {
  it('names each operation once', () => {
    expect(Object.keys(resourceTree).sort()).toEqual(
      catalogue.map(({ operationId }) => operationId).sort(),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(names)('%s is one to three resources and a known verb', (name) => {
    expect(name).toMatch(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*){1,3}$/);
    expect(verbOf(name)).toMatch(verbs);
  });

  it('has no name that is both a resource and a method', () => {
    const resources = names.map(resourceOf).flatMap((resource) => {
      const segments = resource.split('.');
      return segments.map((_, i) => segments.slice(0, i + 1).join('.'));
    });
    expect(names.filter((name) => resources.includes(name))).toEqual([]);
  });

  it('reads with GET, and writes with no get or list', () => {
    const misnamed = catalogue.filter(({ operationId, operation }) => {
      const verb = verbOf(resourceTree[operationId]);
      const reads = /^(list|get)([A-Z]|$)/.test(verb);
      return reads && operation.method !== 'get' && operation.mode !== 'query';
    });
    expect(misnamed.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('calls PATCH update, PUT put or enable, and paged operations list', () => {
    for (const { operationId, operation } of catalogue) {
      const verb = verbOf(resourceTree[operationId]);
      if (operation.method === 'patch')
        expect([operationId, verb]).toEqual([operationId, 'update']);
      if (operation.method === 'put')
        expect([operationId, verb]).toEqual([operationId, expect.stringMatching(/^(put|enable)$/)]);
      if (operation.query && 'cursor' in operation.query.shape)
        expect([operationId, verb]).toEqual([operationId, expect.stringMatching(/^list/)]);
    }
  });
});
