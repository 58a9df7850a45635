import { readFileSync } from 'node:fs';

const flags = readFileSync(new URL('../../deploy/node-flags', import.meta.url), 'utf8');

/** Flags of Node for a process of the platform, as the image has them; for any other, what makes its traces readable. */
export const nodeFlags = (name: string): string[] =>
  new RegExp(`^${name} (.*)$`, 'm').exec(flags)?.[1]?.split(' ') ?? ['--enable-source-maps'];
