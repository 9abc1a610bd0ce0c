// SPDX-License-Identifier: Apache-2.0
// node site.mjs SIMCU TRANSLATOR RUNTIME OUT: the folder playground of the site.
import {cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import {runLLVM} from '@yowasp/clang';
import {build} from 'esbuild';
import {filesBelow} from './files.mjs';
import {Toolchain, translatorImports} from './toolchain.js';

const here = dirname(fileURLToPath(import.meta.url)), modules = join(here, 'node_modules');
// Returns the entries of a tar archive that WebAssembly programs need. Leaves out libraries and other processors' headers.
function headersOnly(archive) {
  const wanted = /^include(\/(c\+\+(?!.*__cxx03)|wasm32-wasip1|_*(std|float|limits|inttypes|iso646|tgmath)[^/]*)(\/.*)?)?$/, kept = [];
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0;) {
    const name = archive.toString('latin1', at, at + 100).replace(/\0.*/s, ''), size = parseInt(archive.toString('latin1', at + 124, at + 136), 8);
    const next = at + 512 + Math.ceil(size / 512) * 512;
    if (wanted.test(name)) kept.push(archive.subarray(at, next));
    at = next;
  }
  return Buffer.concat([...kept, Buffer.alloc(1024)]);
}

// Every file is compressed here, because a host of static files might not compress them. The sizes also let a page show how
// many bytes are still to come.
const [simcu, translatorFile, runtimeFile, out] = process.argv.slice(2);
const fresh = `${out}.new`;
rmSync(fresh, {recursive: true, force: true});
mkdirSync(fresh, {recursive: true});
const sizes = {};
const put = (name, content) => {
  const packed = gzipSync(content, {level: 9});
  writeFileSync(join(fresh, `${name}.gz`), packed);
  sizes[name] = packed.length;
};
const compiler = join(modules, '@yowasp/clang/gen');
for (const name of readdirSync(compiler).filter((name) => name.endsWith('.wasm'))) put(name, readFileSync(join(compiler, name)));
cpSync(join(compiler, 'bundle.js'), join(fresh, 'clang.js'));
put('llvm-resources.tar', headersOnly(readFileSync(join(compiler, 'llvm-resources.tar'))));
put('runtime.wasm', readFileSync(runtimeFile));
put('translate.wasm', readFileSync(translatorFile));
const headers = filesBelow(join(simcu, 'include'), '/simcu/include');
const translator = await WebAssembly.instantiate(readFileSync(translatorFile), translatorImports);
const prepared = await new Toolchain({run: runLLVM, translator: translator.instance, headers}).prepare();
put('headers.json', JSON.stringify({headers, prepared}));
for (const name of ['toolchain.js', 'llvm.js', 'places.js', 'machine.js', 'compiler.js', 'runner.js', 'grade.js', 'offline.js', 'playground.js', 'playground.css']) cpSync(join(here, name), join(fresh, name));
writeFileSync(join(fresh, 'sizes.json'), JSON.stringify(sizes));
await build({entryPoints: [join(here, 'editor.js')], outfile: join(fresh, 'editor.js'), bundle: true, minify: true, format: 'esm', logLevel: 'warning', external: ['./compiler.js']});
rmSync(out, {recursive: true, force: true});
renameSync(fresh, out);
process.exit(0);
