import { describe, expect, it } from 'vitest';
import { policyDemand } from './policy-demand.ts';

describe('policyDemand', () => {
  it.each([
    ['no requirement', {}, {}],
    ['a step-up', { stepUp: { acr: 'aal2', methods: [], maxAgeSeconds: -1 } }, { acr: 'aal2' }],
    [
      'a fresh sign-in',
      { stepUp: { acr: '', methods: [], maxAgeSeconds: 0 } },
      { maxAgeSeconds: 0 },
    ],
    ['the step-up of a hook', { stepUp: { acr: 'phr' } }, { acr: 'phr' }],
    [
      'assurance among other controls',
      {
        require: {
          groups: [
            {
              controls: [
                { kind: 'consent', controlJson: '{}' },
                { kind: 'assurance', controlJson: '{"acr":"aal3","maxAgeSeconds":60}' },
              ],
            },
          ],
        },
      },
      { acr: 'aal3', maxAgeSeconds: 60 },
    ],
    ['a group without controls', { require: { groups: [{ controls: [] }] } }, {}],
  ])('returns the requirements of %s', (_name, policy, demand) => {
    expect(policyDemand({ policy })).toEqual(demand);
  });
});
