// A small server for developing and testing the page without zobrist serve. It answers by ../../../serve/openapi.json from
// the 61 sample games; ratings and audits are made up. It is not part of the program.
//
//   npm run dev [-- PORT]        serves dist/ and the interface on http://127.0.0.1:8090

import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { routes } from './routes.js'

const dist = new URL('../dist/', import.meta.url)
const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
}

// The policy that the real server sends too.
const source = await readFile(new URL('../page.go', import.meta.url), 'utf8')
const policy = [.../const Policy = ((?:"[^"]*"[\s+]*)+)/.exec(source)[1].matchAll(/"([^"]*)"/g)]
  .map((m) => m[1])
  .join('')

async function file(path, response) {
  const name = path === '/' ? 'index.html' : path.slice(1)
  if (!/^[\w.-]+$/.test(name)) return false
  const text = await readFile(new URL(name, dist)).catch(() => null)
  if (text === null) return false
  response.writeHead(200, {
    'Content-Type': types[name.split('.').pop()] ?? 'application/octet-stream',
    'Content-Security-Policy': policy,
  })
  response.end(text)
  return true
}

export function start(port = 0) {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://mock')
    const say = (status, text, type = 'text/plain; charset=utf-8') => {
      response.writeHead(status, { 'Content-Type': type })
      response.end(typeof text === 'string' ? text : JSON.stringify(text))
    }
    try {
      const done = await routes(request, url, response)
      if (done !== undefined) {
        if (done !== response) say(200, done.body ?? done, done.type ?? 'application/json')
        return
      }
      if (!(await file(url.pathname, response))) say(404, `not found: ${url.pathname}\n`)
    } catch (e) {
      say(e.status ?? 500, `${e.status === 404 ? 'not found' : 'bad request'}: ${e.message}\n`)
    }
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await start(Number(process.argv[2] ?? 8090))
  console.log(`http://127.0.0.1:${server.address().port}`)
}
