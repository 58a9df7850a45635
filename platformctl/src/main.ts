#!/usr/bin/env node
import { Problem } from '@platform/kit/problem';
import { platformctl } from './program.ts';

try {
  await platformctl((line) => console.log(line)).parseAsync();
} catch (error) {
  const words =
    error instanceof Problem ? `${error.code}: ${error.message}` : (error as Error).message;
  console.error(words);
  process.exitCode = 1;
}
