// SPDX-License-Identifier: Apache-2.0
// Serves the built site, and starts headless Chromium: {site: its address, browser, sent, close}.
// `sent` has the bytes of each file that was requested, by its path.
import {createServer} from 'node:http';
import {readFileSync} from 'node:fs';
import {extname, join} from 'node:path';
import {chromium} from 'playwright-core';

const types = {'.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png'};

export async function startSite(html) {
  const sent = new Map();
  const server = createServer((request, response) => {
    try {
      const path = decodeURIComponent(new URL(request.url, 'http://site').pathname), data = readFileSync(join(html, path));
      sent.set(path, data.length);
      response.writeHead(200, {'content-type': types[extname(request.url.split('?')[0])] ?? 'text/plain; charset=utf-8'});
      response.end(data);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const browser = await chromium.launch({executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'], timeout: 120000});
  const close = async () => {
    await browser.close();
    server.close();
  };
  return {site: `http://127.0.0.1:${server.address().port}/`, browser, sent, close};
}
