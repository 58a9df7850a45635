import { expect, test } from 'vitest';
import { demoCompanies, demoPeople, demoSize } from './companies.ts';

test('people of the demo are the same each time, in four languages, with an address each', () => {
  const people = demoPeople(demoCompanies());
  expect(people).toEqual(demoPeople(demoCompanies()));
  expect(people).toHaveLength(demoSize);
  expect(new Set(people.map(({ email }) => email)).size).toBe(demoSize);
  expect(new Set(people.map(({ sourceId }) => sourceId)).size).toBe(demoSize);
  expect(
    people.every(({ email }) => /^[a-z]+\.[a-z]+\.\d+@[a-z-]+\.example\.com$/.test(email)),
  ).toBe(true);
  const locales = people.map(({ locale }) => locale);
  for (const locale of ['en', 'de', 'fr', 'es'])
    expect(locales.filter((one) => one === locale).length).toBeGreaterThan(400);
});

test('there are 30 companies, each with a slug, a domain and at least three members', () => {
  const companies = demoCompanies();
  expect(companies).toHaveLength(30);
  expect(new Set(companies.map(({ slug }) => slug)).size).toBe(30);
  expect(companies.every(({ slug }) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toBe(true);
  expect(companies.every(({ members }) => members.length >= 3)).toBe(true);
});
