// Writes a Grafana dashboard for each process from the catalogue of metrics, and the kustomization that loads them; with --check it
// only says whether they are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { metricGroups, services } from '@platform/contracts';

const datasource = { type: 'prometheus', uid: '${datasource}' };
const panelWidth = 8;
const panelHeight = 8;
const columns = 24 / panelWidth;

const selector = (service) => `service="${service}",namespace=~"$namespace",pod=~"$pod"`;
const unitOf = (name) => {
  if (name.includes('_seconds')) return 's';
  return name.includes('_bytes') ? 'bytes' : 'short';
};

const panel = (title, description, unit, targets) => ({
  type: 'timeseries',
  title,
  description,
  datasource,
  fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10 } }, overrides: [] },
  options: { legend: { displayMode: 'list' }, tooltip: { mode: 'multi', sort: 'desc' } },
  targets: targets.map(([expr, legendFormat], i) => ({
    datasource,
    refId: String.fromCharCode(65 + i),
    expr,
    legendFormat,
  })),
});

const legend = (labels) => labels.map((label) => `{{${label}}}`).join(' ') || 'total';
const by = (labels) => (labels.length > 0 ? ` by (${labels.join(', ')})` : '');

/** How a metric is shown, by its kind: rates of counters, values of gauges, quantiles of histograms. */
function metricPanel(service, name, { kind, labels, help }) {
  const of = `${name}{${selector(service)}}`;
  if (kind === 'counter') {
    const rate = `sum${by(labels)} (rate(${of}[$__rate_interval]))`;
    return panel(name, help, 'ops', [[rate, legend(labels)]]);
  }
  if (kind === 'gauge')
    return panel(name, help, unitOf(name), [[`max${by(labels)} (${of})`, legend(labels)]]);
  const buckets = `rate(${name}_bucket{${selector(service)}}[$__rate_interval])`;
  const quantile = (q) => [
    `histogram_quantile(${q}, sum by (le) (${buckets}))`,
    `p${Math.round(q * 100)}`,
  ];
  return panel(name, help, unitOf(name), [quantile(0.5), quantile(0.95), quantile(0.99)]);
}

const process = (service) => {
  const at = selector(service);
  return [
    panel('CPU', 'Cores in use by each pod.', 'short', [
      [`sum by (pod) (rate(process_cpu_seconds_total{${at}}[$__rate_interval]))`, '{{pod}}'],
    ]),
    panel('Memory', 'Resident memory of each pod.', 'bytes', [
      [`max by (pod) (process_resident_memory_bytes{${at}})`, '{{pod}}'],
    ]),
    panel('Event loop lag', 'The 99th percentile: how long ready work waits for its turn.', 's', [
      [`max by (pod) (nodejs_eventloop_lag_p99_seconds{${at}})`, '{{pod}}'],
    ]),
  ];
};

/** The gateway measures its requests with metrics of its own, and keeps no data. */
const gatewayHas = new Set([
  'platform_build_info',
  'platform_ready',
  'platform_cluster_keys_age_seconds',
  'platform_token_cache_total',
  'platform_issuer_mismatch_total',
]);

/** Pools of threads are in two services only. */
const pooled = new Set(['identity-facade', 'fga']);

const hasShared = (service, name) => {
  if (service === 'gateway') return gatewayHas.has(name);
  return !name.startsWith('platform_worker_pool') || pooled.has(service);
};

function placed(rows) {
  const panels = [];
  let y = 0;
  for (const [title, of] of rows) {
    if (of.length === 0) continue;
    panels.push({ type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: 24, h: 1 } });
    y += 1;
    for (const [i, one] of of.entries()) {
      const x = (i % columns) * panelWidth;
      const row = Math.floor(i / columns) * panelHeight;
      panels.push({ ...one, gridPos: { x, y: y + row, w: panelWidth, h: panelHeight } });
    }
    y += Math.ceil(of.length / columns) * panelHeight;
  }
  return panels.map((one, i) => ({ id: i + 1, ...one }));
}

const variable = (name, label) => ({
  name,
  label: name[0].toUpperCase() + name.slice(1),
  type: 'query',
  datasource,
  query: `label_values(platform_build_info, ${label})`,
  refresh: 2,
  multi: true,
  includeAll: true,
  allValue: '.*',
  current: { text: 'All', value: '$__all' },
});

function dashboard(service) {
  const panelsOf = (group) =>
    Object.entries(group).map(([name, metric]) => metricPanel(service, name, metric));
  const shared = Object.fromEntries(
    Object.entries(metricGroups.shared).filter(([name]) => hasShared(service, name)),
  );
  return {
    uid: `platform-${service}`,
    title: `Platform: ${service}`,
    tags: ['platform'],
    schemaVersion: 39,
    timezone: 'utc',
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
        variable('namespace', 'namespace'),
        variable('pod', 'pod'),
      ],
    },
    panels: placed([
      [`Metrics of ${service}`, panelsOf(metricGroups[service] ?? {})],
      ['Requests, events and jobs', panelsOf(shared)],
      ['Process', process(service)],
    ]),
  };
}

/** The kustomization is written by hand up to the list of dashboards. */
function kustomization() {
  const text = readFileSync(new URL('kustomization.yaml', import.meta.url), 'utf8');
  const list = 'configMapGenerator:\n';
  const entry = (name) => `  - name: dashboard-${name}\n    files: [dashboards/${name}.json]\n`;
  return text.slice(0, text.indexOf(list)) + list + names.map(entry).join('');
}

const names = Object.keys(services);
const files = {
  ...Object.fromEntries(
    names.map((name) => [
      `dashboards/${name}.json`,
      `${JSON.stringify(dashboard(name), null, 2)}\n`,
    ]),
  ),
  'kustomization.yaml': kustomization(),
};

const isCheck = globalThis.process.argv.includes('--check');
const stale = [];
for (const [path, text] of Object.entries(files)) {
  const file = new URL(path, import.meta.url);
  let present = '';
  try {
    present = readFileSync(file, 'utf8');
  } catch {
    /* not written yet */
  }
  if (present === text) continue;
  stale.push(`deploy/monitoring/${path}`);
  if (!isCheck) writeFileSync(file, text);
}
if (stale.length > 0)
  console.log(
    isCheck
      ? `Out of date: ${stale.join(', ')}. Run \`npm run docs\`.`
      : `Wrote ${stale.join(', ')}.`,
  );
if (stale.length > 0 && isCheck) globalThis.process.exit(1);
