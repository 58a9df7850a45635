import { oas } from '@stoplight/spectral-rulesets';

/** Every rule that Spectral recommends, except for these. */
export const ruleset = {
  extends: [oas],
  rules: {
    // The contact is the operator of an installation, whose address the document cannot know.
    'info-contact': 'off',
    // The walk over the document validates every example with JSON Schema 2020-12. This rule takes a property named
    // `example` within an example for a schema's.
    'oas3-valid-schema-example': 'off',
    'oas3-valid-media-example': 'off',
  },
};
