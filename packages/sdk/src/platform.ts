import { createClient } from './client.ts';
import type { ClientOptions } from './client.ts';
import { resourcesOf } from './generated/platform.ts';
import type { Platform } from './generated/platform.ts';

/**
 * Makes a client with all resources of the API.
 * @example const platform = createPlatform({ baseUrl: 'https://api.example.com', token });
 */
export const createPlatform = (options: ClientOptions): Platform =>
  resourcesOf(createClient(options));
