// zobrist serve with the page of dist, for developing and testing the page without building the program each time. The
// answers are those of the program, from the sample games; only audits of keys, which take minutes, are made up.
//
//   npm run dev [-- PORT [FILE…]]        http://127.0.0.1:8090, or another port, and an index of other games
//
// The program is built, unless ZOBRIST names one.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addTable, audit } from './keys.js'

const here = fileURLToPath(new URL('..', import.meta.url))
const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
}

// The policy that the program sends too.
const source = readFileSync(join(here, 'page.go'), 'utf8')
const policy = [.../const Policy = ((?:"[^"]*"[\s+]*)+)/.exec(source)[1].matchAll(/"([^"]*)"/g)]
  .map((m) => m[1])
  .join('')

/** program starts zobrist serve with the sample games and a book of them, or with an index of other files. */
export async function program(files, flags, evals) {
  const temp = mkdtempSync(join(tmpdir(), 'zobrist-page-'))
  const binary = process.env.ZOBRIST ?? join(temp, 'zobrist')
  if (!process.env.ZOBRIST) execFileSync('go', ['build', '-o', binary, '../../../cmd/zobrist'], { cwd: here })
  const [book, index] = [join(temp, 'sample.bin'), join(temp, 'index')]
  let args = ['--sample', '--book', book]
  if (files) {
    execFileSync(binary, ['index', 'build', '-q', '--db', index, ...flags, ...files])
    args = ['--db', index]
  } else execFileSync(binary, ['book', 'make', '-q', '--sample', '--min-games', '1', '-o', book])
  if (evals) {
    execFileSync(binary, ['evals', 'build', '-q', '--db', join(temp, 'evals'), ...evals])
    args.push('--evals', join(temp, 'evals'))
  }
  const child = spawn(binary, ['serve', ...args, '--listen', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(new URL(String(text).trim())))
    child.once('exit', (code) => reject(new Error(`zobrist serve ended with ${code}`)))
  })
  const stop = () => {
    child.removeAllListeners('exit')
    child.kill('SIGINT')
    rmSync(temp, { recursive: true })
  }
  return { url, stop }
}

async function file(path, response) {
  const name = path === '/' ? 'index.html' : path.slice(1)
  if (!/^[\w.-]+$/.test(name)) return false
  const text = await readFile(join(here, 'dist', name)).catch(() => null)
  if (text === null) return false
  response.writeHead(200, {
    'Content-Type': types[name.split('.').pop()] ?? 'application/octet-stream',
    'Content-Security-Policy': policy,
  })
  response.end(text)
  return true
}

/** start serves the sample games, or files of games in an index built with some flags; and files of evaluations. */
export async function start(port = 0, files = null, flags = [], evals = null) {
  const { url, stop } = await program(files, flags, evals)
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url, 'http://mock')
    try {
      if (asked.pathname === '/keys/tables' && request.method === 'POST') return await addTable(request, response)
      if (asked.pathname === '/keys/audit') return await audit(asked.searchParams, response)
    } catch (e) {
      response.writeHead(e.status ?? 500, { 'Content-Type': 'text/plain' })
      return response.end(`${e.status === 404 ? 'not found' : 'bad request'}: ${e.message}\n`)
    }
    if (await file(asked.pathname, response)) return
    const { method, headers } = request
    const far = forward({ host: url.hostname, port: url.port, path: request.url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
    })
    far.on('error', () => response.destroy())
    response.on('close', () => far.destroy())
    request.pipe(far)
  })
  server.on('close', stop)
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = process.argv.slice(3)
  const server = await start(Number(process.argv[2] ?? 8090), files.length > 0 ? files : null)
  console.log(`http://127.0.0.1:${server.address().port}`)
  process.on('SIGINT', () => server.close(() => process.exit()))
}
