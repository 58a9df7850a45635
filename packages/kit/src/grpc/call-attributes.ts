/** Returns the OpenTelemetry span attributes of a call; `path` is `/package.Service/Method`. */
export function callAttributes(path: string): Record<string, string> {
  const [service = '', method = ''] = path.replace(/^\//, '').split('/');
  return { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method };
}
