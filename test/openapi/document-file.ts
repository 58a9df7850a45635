import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@platform/contracts';

/** The folder of generated clients, kept until the next run; not under version control. */
export const generatedFolder = fileURLToPath(new URL('generated', import.meta.url));

/** The API description of an installation, as JSON text. */
export const documentText = (): string =>
  JSON.stringify(
    openApiDocument({
      serverUrl: 'https://api.tenants.dev',
      tenantIssuer: 'https://acme.id.tenants.dev',
      version: '0.1.0',
    }),
  );

/** Writes the API description for the generators; returns its path. */
export function writeDocument(): string {
  mkdirSync(generatedFolder, { recursive: true });
  const path = join(generatedFolder, 'openapi.json');
  writeFileSync(path, documentText());
  return path;
}
