import { oas } from '@stoplight/spectral-rulesets';

/** Every rule that Spectral recommends, but for these. */
export const ruleset = {
  extends: [oas],
  rules: {
    // Who runs the platform is its contact: the document of an installation cannot know an address of ours.
    'info-contact': 'off',
    // The walk over the document validates every example with JSON Schema 2020-12. This rule takes a property named
    // `example` within an example for a schema's.
    'oas3-valid-schema-example': 'off',
    'oas3-valid-media-example': 'off',
  },
};
