import { describe, expect, it } from 'vitest';
import { canBeUnique, constraintsOf } from './attribute-fields.ts';

describe('the constraints of an attribute', () => {
  it('are those of its type, and of lists if it has several values', () => {
    expect(constraintsOf({ type: 'boolean', multiValued: false })).toEqual([]);
    expect(constraintsOf({ type: 'enum', multiValued: true })).toEqual([
      'constraints.options',
      'constraints.minItems',
      'constraints.maxItems',
      'constraints.uniqueItems',
    ]);
  });

  it('include uniqueness only for single texts and integers', () => {
    expect(canBeUnique({ type: 'string', multiValued: false })).toBe(true);
    expect(canBeUnique({ type: 'string', multiValued: true })).toBe(false);
    expect(canBeUnique({ type: 'number', multiValued: false })).toBe(false);
  });
});
