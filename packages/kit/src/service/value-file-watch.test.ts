import { mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { valueFileWatch } from './value-file-watch.ts';

let folder: string;
let path: string;
beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'value-file-watch-'));
  path = join(folder, 'secret');
  writeFileSync(path, 'first');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const watched = (paths = [path]) => {
  const onChange = vi.fn<(path: string) => void>();
  const stop = valueFileWatch(paths)({ intervalMs: 1_000, onChange });
  return { onChange, stop, look: (times = 1) => void vi.advanceTimersByTime(times * 1_000) };
};

test('the watch reports a change once', () => {
  const { onChange, look } = watched();
  look(3);
  expect(onChange).not.toHaveBeenCalled();
  writeFileSync(path, 'second');
  look(10);
  expect(onChange.mock.calls).toEqual([[path]]);
});

test('the watch reports a change between the first read and its start', () => {
  const start = valueFileWatch([path]);
  writeFileSync(path, 'second');
  const onChange = vi.fn<(path: string) => void>();
  start({ intervalMs: 1_000, onChange });
  vi.advanceTimersByTime(2_000);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('the watch waits until a file that is being written is stable', () => {
  const { onChange, look } = watched();
  for (const part of ['s', 'se', 'sec']) {
    writeFileSync(path, part);
    look();
  }
  expect(onChange).not.toHaveBeenCalled();
  look();
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('the watch follows links, as in mounted Secrets', () => {
  const [data, mounted] = [join(folder, '..data'), join(folder, 'mounted')];
  symlinkSync(path, data);
  symlinkSync(data, mounted);
  const { onChange, look } = watched([mounted]);
  writeFileSync(join(folder, 'next'), 'second');
  symlinkSync(join(folder, 'next'), join(folder, '..new'));
  renameSync(join(folder, '..new'), data);
  look(2);
  expect(onChange.mock.calls).toEqual([[mounted]]);
});

test('the watch ignores identical content, a missing file and a reverted change', () => {
  const { onChange, look } = watched();
  writeFileSync(path, 'first');
  look(2);
  unlinkSync(path);
  look(3);
  writeFileSync(path, 'second');
  look();
  writeFileSync(path, 'first');
  look(3);
  expect(onChange).not.toHaveBeenCalled();
});

test('the watch does not check files after it was stopped, without an interval, or without files', () => {
  const { onChange, look, stop } = watched();
  stop();
  valueFileWatch([path])({ intervalMs: 0, onChange });
  valueFileWatch([])({ intervalMs: 1_000, onChange });
  writeFileSync(path, 'second');
  look(5);
  expect([onChange.mock.calls, vi.getTimerCount()]).toEqual([[], 0]);
});
