import { expect, test } from 'vitest';
import { storeModelProperties } from './model-properties.ts';
import { testProvider } from './test-provider.ts';

const grantOf = (provider: ReturnType<typeof testProvider>) =>
  new provider.Grant({ accountId: 'ada', clientId: 'app', organizationId: 'org_1' } as never);

function sessionOf({ Session }: ReturnType<typeof testProvider>) {
  const Model = Session as unknown as new (payload: object) => object;
  return new Model({ uid: 'u', endsAt: 9 });
}

test('the library drops unknown properties of a grant', () => {
  expect(grantOf(testProvider())).not.toHaveProperty('organizationId');
});

test('grants and sessions keep the properties that the hub adds', () => {
  const provider = testProvider();
  storeModelProperties(provider);
  expect(grantOf(provider)).toMatchObject({ accountId: 'ada', organizationId: 'org_1' });
  expect(sessionOf(provider)).toMatchObject({ endsAt: 9 });
});
