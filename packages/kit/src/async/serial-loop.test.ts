import { expect, test } from 'vitest';
import { serialLoop } from './serial-loop.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('wake-ups during a run lead to one more run, and never to concurrent runs', async () => {
  let runs = 0;
  let release = (): void => undefined;
  const loop = serialLoop(() => {
    runs += 1;
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  for (let i = 0; i < 3; i++) loop.wake();
  await settled();
  expect(runs).toBe(1);
  release();
  await settled();
  expect(runs).toBe(2);
  const stopped = loop.stop();
  loop.wake();
  release();
  await stopped;
  await settled();
  expect(runs).toBe(2);
});

test('a wake-up at the end of a run is not lost', async () => {
  let runs = 0;
  const loop = serialLoop(async () => {
    runs += 1;
    if (runs < 5) queueMicrotask(() => queueMicrotask(loop.wake));
  });
  loop.wake();
  for (let i = 0; i < 10; i++) await settled();
  expect(runs).toBe(5);
});
