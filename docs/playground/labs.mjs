// SPDX-License-Identifier: Apache-2.0
// node labs.mjs ROOT TRANSLATOR VERIFIER OUT: makes the files that exercise pages need, in the site's folder playground.
// These are the verifier (VERIFIER.js, VERIFIER.wasm), compare.js from the same folder, and labs/NN_name.json for each
// lab. That file has the objects with which the page links a student's file, in base64: the runner's canary and the lab's
// adapter.
import {cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {runLLVM} from '@yowasp/clang';
import {filesBelow} from './files.mjs';
import {CompileError, Toolchain, translatorImports} from './toolchain.js';

const [root, translatorFile, verifier, out] = process.argv.slice(2);
const headers = filesBelow(join(root, 'common/simcu/include'), '/simcu/include');
const translator = await WebAssembly.instantiate(readFileSync(translatorFile), translatorImports);
const chain = new Toolchain({run: runLLVM, translator: translator.instance, headers});
const tools = new Toolchain({run: runLLVM, translator: translator.instance, headers, prepared: await chain.prepare(), header: await chain.precompile()});
const files = {};
for (const part of ['common/lab', 'grader/runner', 'grader/labs', 'labs']) filesBelow(join(root, part), part, files);
files['common/lab/by_hand.h'] = '';  // declarations of g++'s library (docs/site/playground.py)

async function object(name, folders, counted) {
  try {
    return await tools.compile(name, readFileSync(join(root, name), 'utf8'), {files, folders, counted});
  } catch (error) {
    if (error instanceof CompileError) for (const {file, line, kind, text} of error.messages) if (kind === 'error') console.error(`${file}:${line}: ${text}`);
    throw error;
  }
}

rmSync(out, {recursive: true, force: true});
mkdirSync(join(out, 'labs'), {recursive: true});
cpSync(`${verifier}.js`, join(out, 'verifier.js'));
cpSync(join(dirname(verifier), 'compare.js'), join(out, 'compare.js'));
writeFileSync(join(out, 'verifier.wasm.gz'), gzipSync(readFileSync(`${verifier}.wasm`), {level: 9}));
const canary = await object('grader/runner/canary.cu', ['common', 'grader/runner'], false);
for (const lab of readdirSync(join(root, 'grader/labs')).filter((name) => existsSync(join(root, 'grader/labs', name, 'adapter.cu')))) {
  const adapter = await object(`grader/labs/${lab}/adapter.cu`, ['common', 'grader/runner', `grader/labs/${lab}`, `labs/${lab}`], true);
  const objects = [canary, adapter].map(({object: bytes}) => Buffer.from(bytes).toString('base64'));
  writeFileSync(join(out, 'labs', `${lab}.json`), JSON.stringify(objects));
}
process.exit(0);
