// The program, compiled to WebAssembly: questions and replies are JSON (crates/browser/src/request.rs, reply.rs).

import type { Finding } from '../../packaging/npm/index';

export type { Finding };

/** A path and the text of its value, as `--set PATH=TEXT`. */
export type Move = readonly [path: string, text: string];

export type Question =
  | { ask: 'open'; scenario: unknown }
  | { ask: 'read'; name: string; text: string; files?: Readonly<Record<string, string>> }
  | { ask: 'edit'; text: string }
  | { ask: 'inputs' }
  | { ask: 'turns'; set: readonly Move[]; inputs: readonly string[] }
  | { ask: 'check'; set: readonly Move[] }
  | ({ ask: 'begin' } & Readonly<Record<string, string>>)
  | { ask: 'page'; set: readonly Move[]; depth: 'verdict' | 'whole'; view?: View }
  | { ask: 'json'; set: readonly Move[] }
  | { ask: 'save'; set: readonly Move[]; format: 'html' | 'xlsx' | 'yaml' };

/** A report of a scenario; `own` is what its page shows. */
export type View = 'own' | 'compare' | 'report' | 'flip' | 'plan' | 'sensitivity' | 'simulate' | { readonly scan: { readonly list: readonly [name: string, text: string] | null } };

export interface Refused {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** An adjustable input. */
export interface Input {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  readonly value: number;
  readonly unit: string;
  readonly form: 'number' | 'share' | 'count';
  readonly currency: string | null;
  /** Slider and field. */
  readonly html: string;
}

export interface Inputs {
  readonly inputs: readonly Input[];
  /** Paths of those shown first. */
  readonly first: readonly string[];
}

/** Value of an input at which the verdict turns. */
export interface Turn {
  readonly path: string;
  readonly at: number;
  readonly text: string;
  /** Range that a slider needs to reach it; none if it is too far away for a slider. */
  readonly range: readonly [low: number, high: number] | null;
}

/** A reply has one of these. */
export interface Reply {
  readonly done?: null;
  readonly inputs?: Inputs;
  readonly turns?: readonly Turn[];
  readonly page?: { readonly html: string; readonly verdict: string };
  readonly json?: string;
  readonly findings?: readonly Finding[];
  readonly text?: string;
  readonly bytes?: string;
  readonly refused?: Refused;
  readonly wrong?: string;
}

export type Ask = (question: Question) => Reply;

interface Exports {
  readonly memory: WebAssembly.Memory;
  buffer(length: number): number;
  buffer_start(): number;
  ask(): number;
}

/** The compiled program of a page, which carries it compressed in the letters of base 64. */
export const compiled = async (packed: string): Promise<WebAssembly.Module> => {
  const bytes = Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
};

/**
 * What libraries of workbooks would ask of a browser: random numbers for encrypted archives, of which none is written, and the time,
 * which the program replaces by that of the scenario.
 */
const hardlyCalled = (module: WebAssembly.Module): WebAssembly.Imports => {
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => {
      if (name.startsWith('__wbg_now_')) return 0;
      throw new Error(`the program calls ${name}`);
    };
  }
  return imports;
};

/** A program of its own, with a scenario of its own. One that fails is started again, with its scenario. */
export const started = async (module: WebAssembly.Module): Promise<Ask> => {
  const imports = hardlyCalled(module);
  let program = exported(await WebAssembly.instantiate(module, imports));
  /** What opened the scenario, and its last edit. */
  let opens: readonly Question[] = [];
  return (question) => {
    try {
      const reply = program(question);
      if (question.ask === 'open' || question.ask === 'read' || question.ask === 'begin') opens = [question];
      if (question.ask === 'edit') opens = [...opens.slice(0, 1), question];
      return reply;
    } catch (error) {
      program = exported(new WebAssembly.Instance(module, imports));
      for (const one of opens) program(one);
      return { wrong: `The program failed on this question (${String(error)}). The scenario is open again as it was before.` };
    }
  };
};

const exported = (instance: WebAssembly.Instance): Ask => {
  const { memory, buffer, buffer_start, ask } = instance.exports as unknown as Exports;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  return (question) => {
    const bytes = encoder.encode(JSON.stringify(question));
    const start = buffer(bytes.length);
    new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
    const length = ask();
    return JSON.parse(decoder.decode(new Uint8Array(memory.buffer, buffer_start(), length))) as Reply;
  };
};
