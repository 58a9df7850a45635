/** What spans say of a call, in the words of OpenTelemetry; `path` is `/package.Service/Method`. */
export function callAttributes(path: string): Record<string, string> {
  const [service = '', method = ''] = path.replace(/^\//, '').split('/');
  return { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method };
}
