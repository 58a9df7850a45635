import { readFileSync } from 'node:fs';

const flags = readFileSync(new URL('../../deploy/node-flags', import.meta.url), 'utf8');

/**
 * Node flags of a platform process, the same as in the image; for a process that the file does not list, those that make its stack
 * traces readable.
 */
export const nodeFlags = (name: string): string[] =>
  new RegExp(`^${name} (.*)$`, 'm').exec(flags)?.[1]?.split(' ') ?? ['--enable-source-maps'];
