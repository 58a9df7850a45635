import { expect, test } from 'vitest';
import { chooseAcr } from './chosen-acr.ts';
import { testProvider } from './test-provider.ts';

function acrOf(provider: ReturnType<typeof testProvider>, asked?: string): unknown {
  const context = new provider.OIDCContext({} as never);
  const session = { acr: 'aal2', satisfiedAcr: ['aal1', 'aal2', 'phr'] };
  return Object.assign(context, { session, params: { acr_values: asked } }).acr;
}

test('the library returns the one acr of the session', () => {
  expect(acrOf(testProvider(), 'phr aal1')).toBe('aal2');
});

test('the first requested acr that the session satisfies is returned', () => {
  const provider = testProvider();
  chooseAcr(provider);
  expect([acrOf(provider, 'aal3 phr aal1'), acrOf(provider, 'aal3'), acrOf(provider)]).toEqual([
    'phr',
    'aal2',
    'aal2',
  ]);
});
