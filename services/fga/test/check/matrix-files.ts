import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const own = new URL('../matrices/', import.meta.url).pathname;

/** Our own matrices, and OpenFGA's where `npm run fga:matrix` names their folder. */
export function matrixFiles(): string[] {
  const published = process.env['FGA_MATRICES'];
  return [
    ...readdirSync(own)
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => join(own, name)),
    ...(published === undefined
      ? []
      : readdirSync(published)
          .filter((name) => /^(consolidated_1_1|abac)_tests\.yaml$/.test(name))
          .map((name) => join(published, name))),
  ];
}
