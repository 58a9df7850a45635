import { pick, seededRandom } from './random.ts';

/** Names of a language, and where its speakers live. */
interface Language {
  locale: string;
  timeZones: readonly string[];
  givenNames: readonly string[];
  familyNames: readonly string[];
}

const languages: readonly Language[] = [
  {
    locale: 'en',
    timeZones: ['Europe/London', 'America/New_York', 'America/Los_Angeles', 'Australia/Sydney'],
    givenNames:
      'Olivia Amelia Isla Grace Ruby Emily Chloe Harriet Nora Maya Oliver George Noah Arthur Jack Leo Henry Theo Samuel Owen'.split(
        ' ',
      ),
    familyNames:
      'Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Wright Walker Green Hughes Edwards Hall Okafor Clarke Morgan Bennett Shaw'.split(
        ' ',
      ),
  },
  {
    locale: 'de',
    timeZones: ['Europe/Berlin', 'Europe/Vienna', 'Europe/Zurich'],
    givenNames:
      'Emma Hanna Mia Lina Clara Frieda Greta Jana Käthe Sophie Jonas Felix Paul Emil Moritz Jürgen Matthias Jörg Lukas Anton'.split(
        ' ',
      ),
    familyNames:
      'Müller Schmidt Schneider Fischer Weber Wagner Becker Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Krüger Weiß Vogel Yılmaz Großmann'.split(
        ' ',
      ),
  },
  {
    locale: 'fr',
    timeZones: ['Europe/Paris', 'Europe/Brussels', 'America/Montreal'],
    givenNames:
      'Jade Louise Alice Chloé Inès Léa Manon Zoé Éloïse Camille Gabriel Raphaël Léo Louis Jules Hugo François Benoît Théo Noé'.split(
        ' ',
      ),
    familyNames:
      'Martin Bernard Dubois Durand Leroy Moreau Lefèvre Roux Fournier Girard Bonnet Lambert Fontaine Rousseau Benali Muller Faure Mercier Blanc Guérin'.split(
        ' ',
      ),
  },
  {
    locale: 'es',
    timeZones: ['Europe/Madrid', 'America/Mexico_City', 'America/Bogota'],
    givenNames:
      'Lucía Sofía Martina María Valeria Carmen Inés Noa Alba Elena Hugo Mateo Martín Lucas Leo Daniel Álvaro Iñaki Pablo Andrés'.split(
        ' ',
      ),
    familyNames:
      'García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Ruiz Hernández Díaz Moreno Muñoz Álvarez Romero Núñez Castro Ortega Ibáñez'.split(
        ' ',
      ),
  },
];

const titles = [
  'Accountant',
  'Architect',
  'Buyer',
  'Designer',
  'Engineer',
  'Head of Operations',
  'Lawyer',
  'Nurse',
  'Sales Manager',
  'Teacher',
];
const plans = ['free', 'free', 'team', 'team', 'enterprise'];

/** A user, as a line of an import. */
export interface DemoLife {
  /** Becomes the external id. */
  sourceId: string;
  email: string;
  emailVerified: boolean;
  displayName: string;
  name: { givenName: string; familyName: string };
  title?: string;
  locale: string;
  timeZone: string;
  status: 'active' | 'suspended';
  metadata: { plan: string };
}

const asciiOf = (name: string): string =>
  name
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();

/** The external id of the n-th person. */
export const sourceIdOf = (n: number): string => `demo-${String(n).padStart(4, '0')}`;

/** The n-th person: always the same. `domain`: of their address. */
export function demoLife(n: number, domain: string): DemoLife {
  const random = seededRandom(n);
  const language = pick(random, languages);
  const givenName = pick(random, language.givenNames);
  const familyName = pick(random, language.familyNames);
  return {
    sourceId: sourceIdOf(n),
    email: `${asciiOf(givenName)}.${asciiOf(familyName)}.${n}@${domain}`,
    emailVerified: random() < 0.9,
    displayName: `${givenName} ${familyName}`,
    name: { givenName, familyName },
    ...(random() < 0.6 && { title: pick(random, titles) }),
    locale: language.locale,
    timeZone: pick(random, language.timeZones),
    status: random() < 0.03 ? 'suspended' : 'active',
    metadata: { plan: pick(random, plans) },
  };
}
