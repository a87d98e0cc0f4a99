// The program as a function: the text of a scenario in, what `rackrent compare --format json` writes out.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const module = new WebAssembly.Module(gunzipSync(readFileSync(new URL('engine.wasm.gz', import.meta.url))));
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/** A program of its own. */
const start = () => {
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    // what libraries of workbooks would ask for; none is written here
    (imports[from] ??= {})[name] = () => {
      throw new Error(`the program calls ${name}`);
    };
  }
  const { memory, buffer, buffer_start, ask } = new WebAssembly.Instance(module, imports).exports;
  return (question) => {
    const bytes = encoder.encode(JSON.stringify(question));
    const at = buffer(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = ask();
    return JSON.parse(decoder.decode(new Uint8Array(memory.buffer, buffer_start(), length)));
  };
};

/** What stands in the way of an answer: `message` is what the program writes to standard error. */
export class Refused extends Error {
  constructor({ text, findings }) {
    super(text);
    this.name = 'Refused';
    this.findings = findings;
  }
}

const asked = (text, { name = 'scenario.yaml', files = {}, set = {} } = {}, question) => {
  const ask = start();
  ask({ ask: 'read', name, text, files });
  const reply = ask({ ...question, set: Object.entries(set).map(([path, value]) => [path, String(value)]) });
  if (reply.refused) throw new Refused(reply.refused);
  if (reply.wrong !== undefined) throw new Error(reply.wrong);
  return reply;
};

export const compareJson = (text, options) => asked(text, options, { ask: 'json' }).json;

export const compare = (text, options) => JSON.parse(compareJson(text, options));

export const check = (text, options) => asked(text, options, { ask: 'check' }).findings;
