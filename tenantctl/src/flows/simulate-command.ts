import { printable } from '@platform/command-line/table';
import type { LoginFlowSimulation } from '@platform/sdk';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { areas } from '../generated/index.ts';
import { operationCommand } from '../operations/operation-command.ts';
import { paint, paintState } from '../output/paint.ts';

type Visit = LoginFlowSimulation['path'][number];

const methodsOf = (offered: Visit['offered']): string =>
  offered
    .map(({ method, connector, available, reason }) => {
      const name = connector ? `${method} (${connector})` : method;
      return available ? name : `${name}: not available, ${reason ?? 'unknown reason'}`;
    })
    .join(', ');

function* visitLines({
  index,
  step,
  type,
  offered,
  chosen,
  outcome,
  satisfiedBySession,
  branches,
  next,
}: Visit): Iterable<string> {
  const result = satisfiedBySession ? 'satisfied by the session' : outcome;
  const unanswered = offered.length > 0 ? ': not answered' : '';
  yield `${String(index + 1).padStart(2)}. ${step} (${type})${result === null ? unanswered : `: ${result}`}`;
  if (offered.length > 0) yield `      offered:  ${methodsOf(offered)}`;
  if (chosen) yield `      chosen:   ${chosen.connector ?? chosen.method}`;
  for (const { id, result, facts } of branches) {
    const known = facts.map(({ fact, value }) => `${fact} = ${JSON.stringify(value) ?? 'unknown'}`);
    yield `      branch:   ${id} is ${result}${known.length > 0 ? `, because ${known.join(', ')}` : ''}`;
  }
  if (next) yield `      next:     ${next}`;
}

/** A simulated login for people. */
export function* simulationLines(
  simulation: LoginFlowSimulation,
  hasColor: boolean,
): Iterable<string> {
  const { source, version, result, denyReason, path, assurance, requestedAssuranceMet, problems } =
    simulation;
  const state = hasColor ? paintState(result) : result;
  yield `Flow:       ${source}${version === null ? '' : `, version ${version}`}`;
  yield `Result:     ${state}${denyReason ? ` (${denyReason})` : ''}`;
  const { level, amr, phishingResistant } = assurance;
  const proof = [amr.join(', '), phishingResistant ? 'phishing-resistant' : '']
    .filter(Boolean)
    .join(', ');
  yield `Assurance:  ${level ?? 'none'}${proof ? ` (${proof})` : ''}${requestedAssuranceMet ? '' : ', less than requested'}`;
  yield '';
  for (const visit of path) for (const line of visitLines(visit)) yield printable(line);
  if (problems.length > 0) yield '';
  for (const { detail } of problems as { detail?: string }[])
    yield `${hasColor ? paint('yellow', 'Problem:') : 'Problem:'} ${detail ?? ''}`;
}

/** `flows simulate`: the operation, with its result as steps. */
export async function simulateCommand(flows: Command, cli: Cli): Promise<void> {
  const area = areas.find(({ name }) => name === 'login-flows')!;
  const { operations } = await area.operations();
  const spec = operations.find(({ operationId }) => operationId === 'loginFlowSimulate')!;
  operationCommand(flows, area, spec, cli, (value, command) => {
    const simulation = value as LoginFlowSimulation;
    const lines = [...simulationLines(simulation, cli.terminal.hasColor ?? false)];
    cli.output(command).lines(simulation, lines);
  });
}
