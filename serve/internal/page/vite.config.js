import { readFileSync } from 'node:fs'
import { defineConfig } from 'vite'

// licenses writes the licences of all bundled libraries beside the build.
const licenses = {
  name: 'licenses',
  generateBundle() {
    const own = JSON.parse(readFileSync('package.json', 'utf8'))
    let text =
      'The page of zobrist serve, its chess pieces included, is under the licence of the zobrist project (MIT).\n' +
      'It contains these libraries.\n'
    for (const name of Object.keys(own.dependencies).sort()) {
      const p = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
      const licence = readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim()
      text += `\n${'-'.repeat(80)}\n${p.name} ${p.version}, ${p.license}\n\n${licence}\n`
    }
    this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source: text })
  },
}

export default defineConfig({
  plugins: [licenses],
  base: './',
  build: {
    // Names without hashes keep the committed build readable in a diff; the server sends an ETag.
    rollupOptions: {
      output: {
        entryFileNames: 'page.js',
        chunkFileNames: '[name].js',
        assetFileNames: (a) => (a.names[0].endsWith('.css') ? 'page.css' : '[name][extname]'),
      },
    },
    assetsInlineLimit: 0, // data: URLs would need a weaker policy
    modulePreload: { polyfill: false },
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 400,
  },
})
