// Outlives the process that started it by a moment: when its standard input closes, for whatever reason, it stops
// the processes it was told of and removes their temporary folders. Plain JavaScript: it runs before any build.
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';

const guarded = new Map();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const kill = (pid, signal) => {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
};

// An ended process whose parent died may stay in the table for ever where nothing collects it, as in a container.
const lives = (pid) => {
  if (!kill(pid, 0)) return false;
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
};

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const end = async ({ pid, signal, graceMs, folder }) => {
  if (pid) {
    kill(pid, signal);
    for (const deadline = Date.now() + graceMs; lives(pid) && Date.now() < deadline;)
      await pause(50);
    if (lives(pid)) kill(pid, 'SIGKILL');
  }
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...what } = JSON.parse(line);
  if (what.release) guarded.delete(id);
  else guarded.set(id, what);
}
// The last one registered may need the first: services before their database.
for (const what of [...guarded.values()].reverse()) await end(what).catch(() => {});
