import { fileURLToPath } from 'node:url';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import type { RulesetDefinition } from '@stoplight/spectral-core';
import { expect, test } from 'vitest';
import { documentText } from '../openapi/document-file.ts';
import { ruleset } from '../openapi/spectral-ruleset.ts';

const source = documentText();
// Both walk a document of megabytes.
const timeout = 240_000;

test('Redocly finds nothing in the API description', { timeout }, async () => {
  const configPath = fileURLToPath(new URL('../openapi/redocly.yaml', import.meta.url));
  const config = await loadConfig({ configPath });
  const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  const shown = found.map(({ ruleId, location, message }) => [
    ruleId,
    location[0]?.pointer,
    message,
  ]);
  expect(shown).toEqual([]);
});

test('Spectral finds nothing in the API description', { timeout }, async () => {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset(ruleset as unknown as RulesetDefinition);
  const found = await spectral.run(source);
  expect(found.map(({ code, path, message }) => [code, path.join('.'), message])).toEqual([]);
});
