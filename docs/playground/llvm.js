// SPDX-License-Identifier: Apache-2.0
// How the playground calls LLVM's programs, for the runtime and for readers' programs.

export const target = ['-triple', 'wasm32-unknown-wasip1', '-target-cpu', 'generic', '-target-feature', '+bulk-memory', '-target-feature',
                '+mutable-globals', '-target-feature', '+sign-ext'];
export const language = [...target, '-std=c++17', '-disable-free', '-mconstructor-aliases', '-resource-dir', '/usr',
  ...['/simcu/include', '/usr/include/wasm32-wasip1/c++/v1', '/usr/include/c++/v1', '/usr/include', '/usr/include/wasm32-wasip1'].flatMap((folder) => ['-internal-isystem', folder]),
  '-fdeprecated-macro', '-fgnuc-version=4.2.1', '-fcxx-exceptions', '-fexceptions'];

// Files by their paths, as the tree that clang's package wants.
export function treeOf(files) {
  const root = {};
  for (const [path, content] of Object.entries(files)) addFile(root, path, content);
  return root;
}

// Adds one to a tree, without changing the folders that it has from another.
export function addFile(root, path, content) {
  const parts = path.split('/').filter(Boolean);
  let folder = root;
  for (const part of parts.slice(0, -1)) folder = folder[part] = {...folder[part]};
  folder[parts.at(-1)] = content;
}

// Runs one of LLVM's programs: {files, bytes, out, errors, failed}; `out` is what it printed, as text, and `bytes` the same. Large results
// are printed: the package copies a file as a whole for every few bytes that are appended to it.
export async function llvm(run, args, files) {
  const pieces = [], errors = [];
  const into = (list) => (bytes) => bytes && list.push(bytes.slice());
  const text = (list) => new TextDecoder().decode(together(list));
  let made = {}, failed = false;
  try {
    made = await run(args, files, {stdout: into(pieces), stderr: into(errors), fetchProgress() {}});
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
