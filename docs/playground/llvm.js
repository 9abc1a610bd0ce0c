// SPDX-License-Identifier: Apache-2.0
// Calls LLVM's programs, for the runtime and for readers' programs.

const target = ['-triple', 'wasm32-unknown-wasip1', '-target-cpu', 'generic', '-target-feature', '+bulk-memory', '-target-feature',
                '+mutable-globals', '-target-feature', '+sign-ext'];
export const language = [...target, '-std=c++17', '-disable-free', '-mconstructor-aliases', '-resource-dir', '/usr',
  ...['/simcu/include', '/usr/include/wasm32-wasip1/c++/v1', '/usr/include/c++/v1', '/usr/include', '/usr/include/wasm32-wasip1'].flatMap((folder) => ['-internal-isystem', folder]),
  '-fdeprecated-macro', '-fgnuc-version=4.2.1', '-fcxx-exceptions', '-fexceptions'];

// Turns files by path into the tree that clang's package expects.
export function treeOf(files) {
  const root = {};
  for (const [path, content] of Object.entries(files)) addFile(root, path, content);
  return root;
}

// Adds a file to a tree, without changing the folders that it shares with another tree.
export function addFile(root, path, content) {
  const parts = path.split('/').filter(Boolean);
  let folder = root;
  for (const part of parts.slice(0, -1)) folder = folder[part] = {...folder[part]};
  folder[parts.at(-1)] = typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

// Runs one of LLVM's programs: {files, bytes, out, errors, failed}. `out` is its output as text, and `bytes` the same as
// bytes. Large results are printed, because the package copies a whole file each time a few bytes are appended to it.
export async function llvm(run, args, files) {
  const pieces = [], errors = [];
  const into = (list) => (bytes) => bytes && list.push(bytes.slice());
  const text = (list) => new TextDecoder().decode(together(list));
  let made = {}, failed = false;
  try {
    made = await run(args, files, {stdout: into(pieces), stderr: into(errors), fetchProgress() {}, decodeASCII: false});
  } catch (error) {
    if (!errors.length) throw error;
    failed = true;
  }
  return {files: made, get bytes() { return together(pieces); }, get out() { return text(pieces); }, errors: text(errors), failed};
}

function together(pieces) {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
