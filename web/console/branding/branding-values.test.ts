import { describe, expect, test } from 'vitest';
import { base64Of } from './base64.ts';
import { brandingBody, linesOfTexts, localesOf, textsOfLines } from './branding-values.ts';
import type { BrandingValues } from './branding-values.ts';

describe('the texts of a language', () => {
  test('survive the way into lines and back', () => {
    const texts = { 'login.forgot.title': 'One\ntwo', 'error.password_wrong': 'a = b \\n' };
    expect(textsOfLines(linesOfTexts(texts))).toEqual(texts);
  });

  test('keep a key without a text, so that the platform can reject it', () => {
    expect(textsOfLines('login.title\n\n  login.lead =  Hello ')).toEqual({
      'login.title': '',
      'login.lead': 'Hello',
    });
  });
});

test('languages are separated by commas or spaces', () => {
  expect(localesOf('en, de-CH  fr,')).toEqual(['en', 'de-CH', 'fr']);
});

test('empty fields take their defaults in a request', () => {
  const values = {
    displayName: ' ',
    logoUrl: '',
    logoDarkUrl: '',
    iconUrl: '',
    backgroundImageUrl: '',
    colors: { primary: '#0A5C36', link: '' },
    colorsDark: {},
    customCss: '\n',
    links: { helpUrl: '' },
    supportedLocales: 'en',
    texts: { en: '', de: 'login.lead = Hallo' },
    overrides: [],
  } as unknown as BrandingValues;
  expect(brandingBody(values)).toEqual({
    displayName: null,
    logoUrl: null,
    logoDarkUrl: null,
    iconUrl: null,
    backgroundImageUrl: null,
    colors: { primary: '#0A5C36' },
    colorsDark: {},
    customCss: null,
    links: {},
    supportedLocales: ['en'],
    texts: { de: { 'login.lead': 'Hallo' } },
    overrides: [],
  });
});

test('a file of any size is written in base64', async () => {
  const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index % 256);
  const text = await base64Of(new Blob([bytes]));
  expect(Uint8Array.from(atob(text), (mark) => mark.charCodeAt(0))).toEqual(bytes);
});
