import { request } from 'node:http';

/** The status and body of a GET that names that host, as the page of a domain does which resolves to this machine. */
export function getAs(
  host: string,
  port: number,
  path: string,
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, headers: { host } });
    asked.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    asked.on('error', reject);
    asked.end();
  });
}
