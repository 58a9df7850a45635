import { describe, expect, it } from 'vitest';
import { previewGroups } from './preview-fields.ts';

describe('the form of an attribute schema', () => {
  it('has groups in the order of their first field, and controls by type', () => {
    const groups = previewGroups({
      properties: {
        plan: { enum: ['free', 'paid'], 'x-label': 'Plan', 'x-order': 20, 'x-group': 'Billing' },
        costCenter: { type: 'string', 'x-order': 10, readOnly: true },
        tags: { type: 'array', items: { type: 'string' }, 'x-order': 30 },
      },
      required: ['plan'],
    });
    const [general, billing] = groups;
    expect(groups.map(({ title }) => title)).toEqual([undefined, 'Billing']);
    expect(general?.fields.map(({ key, control }) => [key, control])).toEqual([
      ['costCenter', 'text'],
      ['tags', 'lines'],
    ]);
    expect(general?.fields[0]).toMatchObject({ label: 'costCenter', isReadOnly: true });
    expect(billing?.fields).toMatchObject([
      { label: 'Plan', control: 'choice', values: ['free', 'paid'], isRequired: true },
    ]);
  });

  it('is empty without properties', () => {
    expect(previewGroups({})).toEqual([]);
  });
});
