import type { Actor } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import { z } from 'zod';

const Principal = z.object({
  type: z.enum(['user', 'client', 'service']),
  id: z.string().min(1).max(255),
});

/** The actor behind a call according to the calling service; undefined if it names none. */
export function callerActorOf(json: string): Actor | undefined {
  if (json === '') return undefined;
  try {
    return Principal.parse(JSON.parse(json));
  } catch {
    throw problem('invalid_parameter', { detail: 'actor_json must be a principal' });
  }
}

const Response = z.record(z.string(), z.unknown());

export function responseOf(json: string): Record<string, unknown> {
  try {
    return Response.parse(JSON.parse(json));
  } catch {
    throw problem('invalid_parameter', { detail: 'response_json must be a JSON object' });
  }
}
