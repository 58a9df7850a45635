import { chartColor } from './chart-data.ts';
import styles from './chart.module.css';

/** The names of series and their colors, where there is no place beside their ends. */
export const Legend = ({
  labels,
  values,
}: {
  labels: readonly string[];
  values?: readonly string[];
}) => (
  <ul className={styles['legend']}>
    {labels.map((label, index) => (
      <li key={label}>
        <span className={styles['swatch']} style={{ background: chartColor(index) }} />
        {label}
        {values && <span className={styles['legendValue']}>{values[index]}</span>}
      </li>
    ))}
  </ul>
);
