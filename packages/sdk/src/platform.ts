import { createClient } from './client.ts';
import type { Client, ClientOptions } from './client.ts';
import { resourcesOf } from './generated/platform.ts';
import type { Platform } from './generated/platform.ts';

/**
 * Makes a client with all resources of the API.
 * @example const platform = createPlatform({ baseUrl: 'https://api.example.com', token });
 */
export const createPlatform = (options: ClientOptions): Platform =>
  resourcesOf(createClient(options));

/**
 * Makes all resources of the API for a client.
 * @example const platform = platformOf(createClient({ baseUrl: 'https://api.example.com', token }));
 */
export const platformOf = (client: Client): Platform => resourcesOf(client);
