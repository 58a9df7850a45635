// Keeps the files of earlier builds beside the new ones, so that pages that are open during a roll-out can load the rest of their code.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const keptBuilds = 2;
const list = join('.vite', 'builds.json');

const filesIn = (dist) => readdirSync(dist).filter((name) => !name.startsWith('.'));

/** The files of each build in a folder, newest first. One from before there was a list has all files. */
function buildsIn(dist) {
  const file = join(dist, list);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [filesIn(dist)];
}

/** Copies the builds of a folder. Returns the function that puts what is kept of them beside a new build. */
export function setAside(dist) {
  if (!existsSync(dist)) return () => recordBuilds(dist, []);
  const builds = buildsIn(dist);
  const aside = mkdtempSync(join(tmpdir(), 'web-builds-'));
  cpSync(dist, aside, { recursive: true });
  return () => {
    recordBuilds(dist, builds, aside);
    rmSync(aside, { recursive: true });
  };
}

/** Names are hashes of the content: a file that the new build has is the same. */
function recordBuilds(dist, builds, aside) {
  const own = filesIn(dist);
  const present = new Set(own);
  const isOther = (files) => files.some((name) => !own.includes(name));
  const kept = builds.filter(isOther).slice(0, keptBuilds);
  for (const name of new Set(kept.flat())) {
    if (present.has(name) || !existsSync(join(aside, name))) continue;
    copyFileSync(join(aside, name), join(dist, name));
  }
  writeFileSync(join(dist, list), JSON.stringify([own, ...kept]));
}
