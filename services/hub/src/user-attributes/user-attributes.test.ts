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
  it('are written to the properties of a profile', () =>
    expect(profileOfAttributes(attributes)).toEqual(profile));

  it.each(Object.entries(attributes))('are read from a profile, such as %s', (name, value) =>
    expect(attributeOf(profile, name)).toBe(value),
  );

  it('are undefined if a profile does not have them', () =>
    expect(['givenName', 'metadata.plan'].map((name) => attributeOf({ name: null }, name))).toEqual(
      [undefined, undefined],
    ));

  it.each([
    [['name', 'familyName'], 'familyName'],
    [['pictureUrl'], 'picture'],
    [['metadata', 'costCenter'], 'metadata.costCenter'],
    [['metadata', 'other'], undefined],
    [['status'], undefined],
  ])('are found by the path of an error, such as %j', (path, name) =>
    expect(attributeAt(Object.keys(attributes), path)).toBe(name),
  );
});
