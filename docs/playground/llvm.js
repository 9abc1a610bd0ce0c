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
  for (const [path, content] of Object.entries(files)) {
    const parts = path.split('/').filter(Boolean);
    let folder = root;
    for (const part of parts.slice(0, -1)) folder = folder[part] ??= {};
    folder[parts.at(-1)] = content;
  }
  return root;
}

// Runs one of LLVM's programs: {files, out, errors, failed}.
export async function llvm(run, args, files) {
  const text = new TextDecoder(), said = {out: '', errors: ''};
  const into = (which) => (bytes) => bytes && (said[which] += text.decode(bytes, {stream: true}));
  try {
    return {...said, files: await run(args, files, {stdout: into('out'), stderr: into('errors'), fetchProgress() {}}), ...said, failed: false};
  } catch (error) {
    if (!said.errors) throw error;
    return {...said, files: {}, failed: true};
  }
}
