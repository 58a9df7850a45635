import type { DiagnosticReport } from '@platform/sdk';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { withCommonOptions } from '../common-options.ts';
import { paint } from '../output/paint.ts';

type Step = DiagnosticReport['steps'][number];

const marks = { ok: '✓', warning: '!', failed: '✗', skipped: '-' } as const;
const styles = { ok: 'green', warning: 'yellow', failed: 'red', skipped: 'dim' } as const;

function* stepLines(
  { name, status, durationMs, code, detail }: Step,
  hasColor: boolean,
): Iterable<string> {
  const mark = hasColor ? paint(styles[status], marks[status]) : marks[status];
  yield `${mark} ${name.replaceAll('_', ' ')}${status === 'skipped' ? '' : ` (${durationMs} ms)`}`;
  if (detail) yield `    ${detail}${code ? ` (${code})` : ''}`;
}

/** `directories test`. */
export function testCommand(directories: Command, cli: Cli): void {
  const command = withCommonOptions(
    directories
      .command('test')
      .summary('Tests the connection to a directory, step by step')
      .description(
        'Tests the connection to a directory, step by step, with the stored credential.\nExits with 1 if a step failed.',
      )
      .argument('<directory>', 'Id of the directory, dir_…'),
  );
  command.action(async (id: string) => {
    const { directories: resource } = await import('@platform/sdk/directories');
    const { client } = await cli.session(command);
    const report = await resource(client).probe(id);
    const { hasColor = false } = cli.terminal;
    cli.output(command).lines(
      report,
      report.steps.flatMap((step) => [...stepLines(step, hasColor)]),
    );
    if (!report.ok) throw new Error('The connection does not work.');
  });
}
