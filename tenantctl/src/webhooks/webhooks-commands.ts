import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { listenCommand } from './listen-command.ts';
import { replayCommand } from './replay-command.ts';

/** `webhooks listen|replay`. */
export function webhooksCommands(webhooks: Command, cli: Cli): void {
  listenCommand(webhooks, cli);
  replayCommand(webhooks, cli);
}
