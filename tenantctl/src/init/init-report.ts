import type { ResultOutput } from '../output/output.ts';
import { nextSteps } from './next-steps.ts';
import type { Project } from './project.ts';
import type { Registration, WantedApplication } from './registration.ts';
import type { StarterFile } from './starter-files.ts';

export interface InitReport {
  project: Project;
  wanted: WantedApplication;
  url: string;
  issuer: string;
  files: readonly StarterFile[];
  /** Undefined for a dry run. */
  done:
    | { action: Registration['action']; variables: readonly string[]; isIgnored: boolean }
    | undefined;
  output: ResultOutput;
}

const verbs = { registered: 'Registered', updated: 'Updated', found: 'Found' } as const;

function* fileLines({ files, done }: InitReport): Iterable<string> {
  if (done?.isIgnored) yield 'Added .env to .gitignore.';
  if (done && done.variables.length > 0) yield `Added ${done.variables.join(', ')} to .env.`;
  for (const { path, state } of files) {
    if (state === 'missing') yield done ? `Wrote ${path}.` : `Would write ${path}.`;
    if (state === 'unchanged') yield `${path} is up to date.`;
  }
}

/** Files that exist are shown as they would be, since nothing is overwritten. */
function* existingLines(files: readonly StarterFile[]): Iterable<string> {
  for (const { path, text } of files.filter(({ state }) => state === 'exists')) {
    yield '';
    yield `${path} exists. Take from this what it lacks:`;
    yield '';
    for (const line of text.trimEnd().split('\n')) yield line && `    ${line}`;
  }
}

function* reportLines(report: InitReport, steps: readonly string[]): Iterable<string> {
  const { project, wanted, issuer, files, done, url } = report;
  yield `${project.framework.title} project ${project.name}`;
  const verb = done ? verbs[done.action] : 'Would register';
  yield `${verb} the application ${wanted.clientId} (${wanted.type}) at ${issuer}.`;
  if (!done) yield `Redirect URI: ${wanted.redirectUris.join(', ')}`;
  yield* fileLines(report);
  yield* existingLines(files);
  yield '';
  yield 'Next:';
  for (const step of steps) yield `    ${step}`;
  yield `Then open ${url} and sign in.`;
}

/** Shows what was done, or would be, and what to do next. Never a secret. */
export function showInit(report: InitReport): void {
  const { project, wanted, issuer, files, done, url, output } = report;
  const steps = nextSteps(project, files, url);
  const value = {
    framework: project.framework.name,
    action: done?.action ?? 'dry-run',
    application: wanted,
    issuer,
    variables: done?.variables ?? [],
    files,
    next: steps,
  };
  output.lines(value, [...reportLines(report, steps)]);
}
