import { BarList } from '../../kit/chart/bar-list.tsx';
import { Distribution } from '../../kit/chart/distribution.tsx';
import { LineChart } from '../../kit/chart/line-chart.tsx';
import { Sparkline } from '../../kit/chart/sparkline.tsx';
import { StackedChart } from '../../kit/chart/stacked-chart.tsx';
import { sample } from '../settings.ts';
import { Grid, Specimens } from '../specimen.tsx';

const days = Array.from({ length: 30 }, (_, index) => `${index + 1} Nov`);
const wave = (height: number, shift: number) =>
  days.map((_, index) => Math.round(height * (1.4 + Math.sin(index / 3 + shift)) + index * 9));
const series = ['Password', 'Passkey', 'Federation', 'Code by email', 'App'].map(
  (label, index) => ({
    id: label,
    label: sample(label),
    values: wave([900, 500, 420, 200, 90][index] ?? 0, index),
  }),
);
const reasons = [
  {
    id: 'password',
    label: sample('Wrong password'),
    value: 1_204,
    href: '/events?reason=password',
  },
  { id: 'factor', label: sample('Second factor not passed'), value: 411 },
  { id: 'policy', label: sample('Denied by a policy'), value: 87 },
  { id: 'unknown', label: sample('Unknown user'), value: 9 },
];

export const ChartsPage = () => (
  <Specimens title="Charts">
    <LineChart
      title={sample('Sign-ins by method')}
      axis={sample('Day (UTC)')}
      points={days}
      series={series}
    />
    <StackedChart
      title={sample('Sign-ins')}
      axis={sample('Day (UTC)')}
      points={days}
      series={series.slice(0, 3)}
    />
    <StackedChart
      title={sample('Deliveries')}
      axis={sample('Day (UTC)')}
      points={days}
      series={series.slice(1, 2)}
    />
    <Grid>
      <BarList
        title={sample('Why sign-ins fail')}
        axis={sample('Reason')}
        measure={sample('Sign-ins')}
        more={[sample('Before')]}
        parts={reasons.map((reason) => ({ ...reason, more: [Math.round(reason.value * 0.8)] }))}
      />
      <Distribution
        title={sample('Assurance')}
        axis={sample('Level')}
        measure={sample('Sign-ins')}
        parts={reasons}
      />
      <p>
        {sample('41,203 sign-ins')}{' '}
        <Sparkline values={wave(40, 0)} label={sample('Sign-ins rise')} />
      </p>
    </Grid>
  </Specimens>
);
