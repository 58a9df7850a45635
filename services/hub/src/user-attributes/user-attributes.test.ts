import { describe, expect, it } from 'vitest';
import { attributeAt, attributeOf, profileOfAttributes } from './user-attributes.ts';

const attributes = {
  displayName: 'Ada',
  givenName: 'Ada',
  familyName: 'Lovelace',
  picture: 'https://example.com/ada.png',
  'metadata.costCenter': '4711',
};
const profile = {
  displayName: 'Ada',
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  pictureUrl: 'https://example.com/ada.png',
  metadata: { costCenter: '4711' },
};

describe('attributes of a user', () => {
  it('are placed where a user has them', () =>
    expect(profileOfAttributes(attributes)).toEqual(profile));

  it.each(Object.entries(attributes))('are read from there: %s', (name, value) =>
    expect(attributeOf(profile, name)).toBe(value),
  );

  it('are absent from a user without them', () =>
    expect(['givenName', 'metadata.plan'].map((name) => attributeOf({ name: null }, name))).toEqual(
      [undefined, undefined],
    ));

  it.each([
    [['name', 'familyName'], 'familyName'],
    [['pictureUrl'], 'picture'],
    [['metadata', 'costCenter'], 'metadata.costCenter'],
    [['metadata', 'other'], undefined],
    [['status'], undefined],
  ])('are found by the path of an error: %j', (path, name) =>
    expect(attributeAt(Object.keys(attributes), path)).toBe(name),
  );
});
