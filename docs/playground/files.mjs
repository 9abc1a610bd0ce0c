// SPDX-License-Identifier: Apache-2.0
// Files on disk, by the paths that the tool chain uses for them.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

export function filesBelow(folder, prefix, into = {}) {
  for (const entry of readdirSync(folder, {withFileTypes: true})) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) filesBelow(path, `${prefix}/${entry.name}`, into);
    else into[`${prefix}/${entry.name}`] = readFileSync(path, 'utf8');
  }
  return into;
}
