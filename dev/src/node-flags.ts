import { readFileSync } from 'node:fs';

const flags = readFileSync(new URL('../../deploy/node-flags', import.meta.url), 'utf8');

/** Flags of Node for a process of the platform, as the image starts it: for one that the file does not list, those that make its stack traces readable. */
export const nodeFlags = (name: string): string[] =>
  new RegExp(`^${name} (.*)$`, 'm').exec(flags)?.[1]?.split(' ') ?? ['--enable-source-maps'];
