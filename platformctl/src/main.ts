#!/usr/bin/env node
import tab from '@bomb.sh/tab/commander';
import { runCommand } from './run.ts';
import { processTerminal } from '@platform/command-line/terminal';

process.exitCode = await runCommand(
  process.argv.slice(2),
  processTerminal(),
  (program) => void tab(program, { completionCommandName: 'completion' }),
);
