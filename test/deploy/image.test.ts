import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '@platform/testkit/stores';

const repository = new URL('../../', import.meta.url);
const dockerfile = readFileSync(new URL('deploy/Dockerfile', repository), 'utf8');
const folder = temporaryFolder('image-test-');
afterAll(() => folder.remove());

/** The instructions of the last stage, which is the image: `COPY` follows links, so that only its own `RUN` makes one. */
const lastStage = dockerfile
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .reduce<string[]>((stage, line) => (line.startsWith('FROM ') ? [] : [...stage, line]), []);
const argumentsOf = (instruction: string): string[] =>
  lastStage
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1));

test('the command of the image is a link to the script', () => {
  const [workdir] = argumentsOf('WORKDIR');
  const [command] = JSON.parse(argumentsOf('ENTRYPOINT')[0] as string) as string[];
  expect(argumentsOf('COPY')).toEqual([`--from=build ${workdir} .`]);
  expect(argumentsOf('RUN')).toEqual([
    `ln -s ${workdir}/deploy/platform /usr/local/bin/${command}`,
  ]);
  expect(existsSync(new URL('deploy/platform', repository))).toBe(true);
});

test('the script must be started through a link and cannot be copied', () => {
  const script = fileURLToPath(new URL('deploy/platform', repository));
  const start = (path: string): string =>
    spawnSync(path, ['hub'], { encoding: 'utf8', env: { PATH: process.env['PATH'] } }).stderr;
  const [link, copy] = [join(folder.path, 'link'), join(folder.path, 'copy')];
  symlinkSync(script, link);
  copyFileSync(script, copy);
  expect(start(link)).toContain('platform.hub.issuer: required');
  expect(start(copy)).not.toContain('platform.hub.issuer');
});

test('building requires no frontend from a registry', () => {
  expect(dockerfile).not.toMatch(/^#\s*syntax\s*=/im);
});
