import { exampleOf } from './example.ts';
import type { JsonObject } from './json.ts';

type Content = Record<string, { schema?: JsonObject; example?: unknown }>;

function addTo(content: Content | undefined, schemas: Readonly<Record<string, JsonObject>>): void {
  for (const media of Object.values(content ?? {})) {
    if (!media.schema || media.example !== undefined) continue;
    const example = exampleOf(media.schema, schemas);
    if (example !== undefined) media.example = example;
  }
}

/**
 * Adds an example to the request and to the successful response of an operation, built from their
 * schemas.
 */
export function addExamples(
  operation: JsonObject,
  schemas: Readonly<Record<string, JsonObject>>,
): void {
  const { requestBody, responses } = operation as {
    requestBody?: { content: Content };
    responses: Record<string, { content?: Content }>;
  };
  addTo(requestBody?.content, schemas);
  for (const [status, response] of Object.entries(responses))
    if (status.startsWith('2')) addTo(response.content, schemas);
}
