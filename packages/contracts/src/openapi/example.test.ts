import { expect, it } from 'vitest';
import { exampleOf } from './example.ts';

const text = { type: 'string' };
const schemas = {
  User: { type: 'object', required: ['id'], properties: { id: text, organizationId: text } },
  UserSummary: { type: 'object', properties: { id: text } },
  Other: { type: 'object', properties: { id: text } },
};
const component = (name: string) => exampleOf({ $ref: `#/components/schemas/${name}` }, schemas);

it('gives ids the prefix of the resource that they identify', () => {
  expect(component('User')).toEqual({
    id: 'usr_01h455vb4pex5vsknk084sn02q',
    organizationId: 'org_01h455vb4pex5vsknk084sn02q',
  });
  expect(component('UserSummary')).toEqual({ id: 'usr_01h455vb4pex5vsknk084sn02q' });
  expect(component('Other')).toEqual({ id: 'example' });
});

it.each([
  ['a value by the name of the member', 'eventType', text, 'user.created'],
  ['no value that the schema rejects', 'eventType', { ...text, maxLength: 4 }, 'exam'],
  ['relationships only where the pattern demands them', 'subject', text, 'example'],
  ['a relationship', 'subject', { ...text, pattern: '^[a-z]+:.+$' }, 'user:ada'],
  ['its own example first', 'eventType', { ...text, examples: ['role.created'] }, 'role.created'],
])('uses %s', (_title, name, schema, value) => expect(exampleOf(schema, {}, name)).toBe(value));
