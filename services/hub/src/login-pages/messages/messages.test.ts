import { describe, expect, it } from 'vitest';
import { catalogueFaults, readCatalogues } from '@platform/pages';

describe('messages of the login pages', () => {
  it('have the same keys in every locale', () => {
    const catalogues = readCatalogues(new URL('../../../pages/messages/', import.meta.url));
    expect([...catalogues.keys()].toSorted()).toEqual(['de', 'en', 'es', 'fr']);
    expect(catalogueFaults(catalogues)).toEqual([]);
  });
});
