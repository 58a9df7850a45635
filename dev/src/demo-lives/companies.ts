import { demoLife } from './people.ts';
import type { DemoLife } from './people.ts';

const names = [
  'Acorn Bakery',
  'Atelier Lumière',
  'Bergblick Hotels',
  'Blue Harbour Shipping',
  'Café Montañés',
  'Cedar & Stone',
  'Clínica del Sol',
  'Copperfield Books',
  'Drei Eichen Verlag',
  'Eastgate Logistics',
  'Ferme des Tilleuls',
  'Foxglove Gardens',
  'Granja Luna',
  'Hafenlicht Energie',
  'Hollow Oak Studios',
  'Isarwerk Maschinenbau',
  'Jardin & Fils',
  'Kestrel Airways',
  'Larkspur Health',
  'Librería Ágora',
  'Maison Beaulieu',
  'Nordlicht Software',
  'Orchard Lane School',
  'Papelería Cervantes',
  'Quarry Hill Foods',
  'Rheintal Apotheken',
  'Saltmarsh Insurance',
  'Tejidos Almería',
  'Vélo Citadin',
  'Weaver Street Bank',
] as const;

/** A company with its members. */
export interface Company {
  name: string;
  slug: string;
  domain: string;
  members: readonly DemoLife[];
}

/** The number of people. Some belong to no company. */
export const demoSize = 2_000;

const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');

/** The companies of a demo tenant, from 3 to 22 members large. */
export function demoCompanies(): Company[] {
  let next = 0;
  return names.map((name, i) => {
    const slug = slugOf(name);
    // Names below example.com are reserved for examples.
    const domain = `${slug}.example.com`;
    const size = 3 + ((i * 7) % 20);
    const members = Array.from({ length: size }, () => demoLife(next++, domain));
    return { name, slug, domain, members };
  });
}

/** Everyone: members of the companies, and people with addresses elsewhere. */
export function demoPeople(companies: readonly Company[]): DemoLife[] {
  const members = companies.flatMap((company) => company.members);
  const others = Array.from({ length: demoSize - members.length }, (_, i) =>
    demoLife(members.length + i, 'mail.example.com'),
  );
  return [...members, ...others];
}
