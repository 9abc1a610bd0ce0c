// SPDX-License-Identifier: Apache-2.0
// The worker that grades one text of a lab, and is thrown away afterwards. The page can end it at any time. It has two
// modules: the verifier (grader/page/verifier.cpp), and the runner, a Machine that the verifier starts and calls through
// `askRunner`. Message to it: {verifier, runtime, program, places, folder, files, tests, seed}. Messages from it:
// {begins: test}, {answered: true} after each run of the lab's code, {ended: test, verdict}, then {results: text of results.json} or {crash}.
import {Ended, Machine, Threw} from './machine.js';
import makeVerifier from './verifier.js';

const kSignals = [[/memory access|out of bounds|stack|recursion|table|signature|null function/i, 11], [/divide|remainder/i, 8], [/unreachable/i, 6]];
const kAbort = 6;

// Returns the status that waitpid would give for a process that ended in this way.
function statusOf(error) {
  if (error instanceof Ended) return error.status << 8;
  return kSignals.find(([pattern]) => pattern.test(String(error.message ?? error)))?.[1] ?? kAbort;
}

class Runner {
  constructor(verifier, {runtime, program, places}) {
    Object.assign(this, {verifier, runtime, program, places});
  }
  // Answers one request of the verifier; request and answer are JSON. `input` and `output` are the addresses of its images,
  // of `bytes` bytes each.
  async ask(asked, input, output, bytes) {
    const {do: what, request} = JSON.parse(asked);
    if (what === 'stop') {
      this.end();
      return '{}';
    }
    this.said = {printed: ''};
    try {
      if (what === 'start') this.start();
      else await this.serve(request, input, output, bytes);
    } catch (error) {
      this.end();
      this.said.status = statusOf(error);
    }
    return JSON.stringify(this.said);
  }
  end() {
    this.machine?.end();
    this.machine = null;
  }
  start() {
    const text = new TextDecoder();
    this.machine = new Machine(this.runtime, this.program, {
      environment: {SIMCU_MEMORY_MIB: '64'},
      places: this.places,
      write: (bytes) => (this.said.printed += text.decode(bytes, {stream: true})),
      told: (kind, words) => {
        const refused = this.said.fault?.includes('"stopped":"launch"');  // code can provoke a refused launch on purpose
        if (kind === 'unwritten') this.said.unwritten ??= words;
        else if (this.said.fault === undefined || refused) this.said.fault = words;
        else this.said.last_fault = words;
      },
    });
    this.machine.exports.runner_greet();
    this.takeAnswer();
  }
  async serve(request, input, output, bytes) {
    const {machine, verifier} = this, {exports} = machine;
    const text = new TextEncoder().encode(request);
    const room = exports.runner_room(text.length);
    machine.bytes(room, text.length).set(text);
    const images = exports.runner_images(bytes);
    machine.bytes(images, bytes).set(verifier.HEAPU8.subarray(input, input + bytes));
    const stack = exports.__stack_pointer.value;
    try {
      await machine.call(exports.runner_serve);
    } catch (error) {
      if (!(error instanceof Threw)) throw error;
      exports.__stack_pointer.value = stack;
      exports.runner_threw(error.object, error.type);
    }
    postMessage({answered: true});
    verifier.HEAPU8.set(machine.bytes(images + bytes, bytes), output);
    this.takeAnswer();
    this.said.report = machine.textAt(exports.runner_report(), exports.runner_report_bytes());
  }
  takeAnswer() {
    const {exports} = this.machine;
    this.said.reply = this.machine.textAt(exports.runner_answer(), exports.runner_answer_bytes());
  }
}

function put(fs, path, text) {
  fs.mkdirTree(path.slice(0, path.lastIndexOf('/')));
  fs.writeFile(path, text);
}

onmessage = async ({data}) => {
  try {
    let grade;
    const verifier = await makeVerifier({
      instantiateWasm: (imports, done) => {
        imports.env.page_ask_runner = new WebAssembly.Suspending(imports.env.page_ask_runner);
        WebAssembly.instantiate(data.verifier, imports).then((instance) => {
          grade = WebAssembly.promising(instance.exports.page_grade);
          done(instance, data.verifier);
        });
        return {};
      },
      hear: (what) => postMessage(JSON.parse(what)),
      askRunner: (...given) => runner.ask(...given),
      print: () => {},
      printErr: () => {},
    });
    const runner = new Runner(verifier, data);
    for (const [path, text] of Object.entries(data.files)) put(verifier.FS, `/workbook/${path}`, text);
    for (const kind of ['sim', 'check']) put(verifier.FS, `/workbook/runners/labs/${data.folder}.${kind}`, '');
    put(verifier.FS, '/job.json', JSON.stringify({folder: data.folder, tests: data.tests, seed: data.seed}));
    const good = await grade();
    const results = verifier.FS.readFile('/results.json', {encoding: 'utf8'});
    postMessage(good ? {results} : {crash: results});
  } catch (error) {
    postMessage({crash: String(error.message ?? error)});
  }
};
