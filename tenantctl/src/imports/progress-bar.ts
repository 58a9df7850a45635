const width = 30;

const seconds = (count: number): string =>
  count < 90 ? `${Math.ceil(count)} s` : `${Math.ceil(count / 60)} min`;

/** `[██████░░░░] 60%  1,200 of 2,000  12 failed  3 s left`; without a total only what is done. */
export function progressBar({
  done,
  total,
  failed,
  etaSeconds,
}: {
  done: number;
  total: number | null;
  failed: number;
  etaSeconds: number | null;
}): string {
  const count = (value: number): string => value.toLocaleString('en-US');
  const wrong = failed > 0 ? `  ${count(failed)} failed` : '';
  if (!total) return `${count(done)} users${wrong}`;
  const share = Math.min(1, done / total);
  const filled = Math.round(share * width);
  const left = etaSeconds === null ? '' : `  ${seconds(etaSeconds)} left`;
  return `[${'█'.repeat(filled)}${'░'.repeat(width - filled)}] ${String(Math.floor(share * 100)).padStart(3)}%  ${count(done)} of ${count(total)}${wrong}${left}`;
}
