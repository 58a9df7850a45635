import { describe, expect, it } from 'vitest';
import type { FormDescriptor } from './form-descriptor.ts';
import { plainBody, plainCreation, plainValues } from './plain-values.ts';

const form: FormDescriptor = {
  operationId: 'testPut',
  fields: [
    { name: 'name', kind: 'text', required: true },
    { name: 'limit', kind: 'integer', nullable: true },
    { name: 'clientIds', kind: 'text', list: true },
    { name: 'schema', kind: 'json', map: true },
    { name: 'delivery', kind: 'object' },
    { name: 'delivery.url', kind: 'text' },
    { name: 'enabled', kind: 'boolean' },
  ],
};
const names = ['name', 'limit', 'clientIds', 'schema', 'delivery.url', 'enabled'];
const resource = {
  name: 'A',
  limit: 3,
  clientIds: ['one', 'two'],
  schema: { type: 'string' },
  delivery: { url: 'https://a.example', other: 1 },
  enabled: true,
};

describe('a plain form', () => {
  it('has lists with a line for each entry, open objects as JSON, and nested fields', () => {
    expect(plainValues(form, names, resource)).toEqual({
      name: 'A',
      limit: 3,
      clientIds: 'one\ntwo',
      schema: '{\n  "type": "string"\n}',
      delivery: { url: 'https://a.example' },
      enabled: true,
    });
  });

  it('returns the same values as a request', () => {
    const { delivery, ...others } = resource;
    expect(plainBody(form, plainValues(form, names, resource))).toEqual({
      ...others,
      delivery: { url: delivery.url },
    });
  });

  it('sends null for an emptied field of a change, and only what has changed', () => {
    const patch = { name: ' B ', limit: NaN, schema: '', clientIds: '' };
    const expected = { name: 'B', limit: null, schema: null, clientIds: [] };
    expect(plainBody(form, patch)).toEqual(expected);
  });

  it('leaves empty fields out of a creation', () => {
    expect(plainCreation(form, { ...plainValues(form, names), name: 'A' })).toEqual({
      name: 'A',
      enabled: false,
    });
  });

  it('has no text for an empty list or object', () => {
    expect(plainValues(form, ['schema'], { schema: {} })).toEqual({ schema: '' });
  });

  it('keeps JSON unchanged, even if it is empty', () => {
    expect(plainCreation(form, { schema: '{}' })).toEqual({ schema: {} });
    const schema = '{ "const": null }';
    expect(plainCreation(form, { schema })).toEqual({ schema: { const: null } });
  });

  it('sends text that is no JSON unchanged, for the server to judge', () => {
    expect(plainBody(form, { schema: '{' })).toEqual({ schema: '{' });
  });
});
