import { builtInRoles, catalogue, scopeDescriptions } from '@platform/contracts';
import { TYPE, parse } from '@formatjs/icu-messageformat-parser';
import { describe, expect, it } from 'vitest';
import { areasOf, compileArea, messagesPlugin, readArea } from './messages.js';

const locales = ['en', 'de', 'fr', 'es'];
const others = locales.slice(1);

/** The arguments of a message and their kinds: `count: plural`. */
function argumentsOf(elements, found = new Set()) {
  for (const element of elements) {
    if (element.type !== TYPE.literal && element.type !== TYPE.pound)
      found.add(`${element.value}: ${TYPE[element.type]}`);
    if (element.children) argumentsOf(element.children, found);
    for (const option of Object.values(element.options ?? {})) argumentsOf(option.value, found);
  }
  return found;
}
const sortedArguments = (message) =>
  [...argumentsOf(parse(message))].sort((a, b) => a.localeCompare(b));

describe('messages', () => {
  it('exist for each area in each locale', () => {
    for (const locale of others) expect([locale, areasOf(locale)]).toEqual([locale, areasOf('en')]);
  });

  it('are compiled in each area, whatever its name', () => {
    const { transform } = messagesPlugin();
    const raw = areasOf('en').filter((area) => !transform('', `/messages/en/${area}.json`));
    expect(raw).toEqual([]);
  });

  it.each(areasOf('en'))('of %s have the same keys and arguments in each locale', (area) => {
    const english = readArea('en', area);
    for (const locale of others) {
      const messages = readArea(locale, area);
      expect([locale, Object.keys(messages)]).toEqual([locale, Object.keys(english)]);
      for (const [key, message] of Object.entries(messages))
        expect([locale, key, sortedArguments(message)]).toEqual([
          locale,
          key,
          sortedArguments(english[key]),
        ]);
    }
  });

  it.each(areasOf('en'))('of %s are in the order of their keys', (area) => {
    const keys = Object.keys(readArea('en', area));
    expect(keys).toEqual([...keys].sort());
  });

  it('of operations are those of the catalogue', () => {
    const written = catalogue.filter(
      ({ operation: { method, mode } }) => method !== 'get' && mode !== 'query',
    );
    expect(readArea('en', 'operations')).toMatchObject(
      Object.fromEntries(
        written.map(({ operationId, operation }) => [operationId, operation.summary]),
      ),
    );
  });

  it('of scopes are those of the catalogue', () => {
    const roles = builtInRoles.flatMap(({ key, displayName, description }) => [
      [`role.${key}`, displayName],
      [`role.${key}.about`, description],
    ]);
    expect(readArea('en', 'scopes')).toEqual({
      ...scopeDescriptions,
      ...Object.fromEntries(roles),
    });
  });

  it('compile to text, or to a tree where they have arguments', () => {
    const compiled = compileArea('de', 'kit');
    expect(compiled['cancel']).toBe('Abbrechen');
    expect(compiled['confirm.typeName']).toEqual(
      expect.arrayContaining([{ type: TYPE.argument, value: 'name' }]),
    );
  });

  it.each(areasOf('en'))('of %s are compiled by the build', (area) => {
    const compiled = messagesPlugin().transform('', `/web/messages/en/${area}.json`);
    expect(JSON.parse(compiled.code)).toEqual(compileArea('en', area));
  });

  it('are longer in the pseudo-locale, and keep their arguments', () => {
    const [english, pseudo] = ['en', 'en-XA'].map((locale) => compileArea(locale, 'kit'));
    expect(pseudo['cancel'].length).toBeGreaterThanOrEqual(english['cancel'].length * 1.4);
    expect(pseudo['confirm.typeName']).toContainEqual({ type: TYPE.argument, value: 'name' });
  });
});
