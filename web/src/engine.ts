// The program, compiled to WebAssembly: questions and answers are JSON (crates/browser/src/question.rs).

/** A path and the text of its value, as `--set PATH=TEXT`. */
export type Move = readonly [path: string, text: string];

export type Question =
  | { ask: 'open'; scenario: unknown }
  | { ask: 'read'; name: string; text: string; files?: Readonly<Record<string, string>> }
  | { ask: 'edit'; text: string }
  | { ask: 'inputs' | 'beginnings' }
  | { ask: 'check'; set: readonly Move[] }
  | ({ ask: 'begin' } & Readonly<Record<string, string>>)
  | { ask: 'page'; set: readonly Move[]; depth: 'verdict' | 'whole'; view?: View }
  | { ask: 'json'; set: readonly Move[] }
  | { ask: 'save'; set: readonly Move[]; format: 'html' | 'xlsx' | 'yaml' };

/** What is asked of a scenario; without one what its page shows. */
export type View = 'own' | 'report' | 'flip' | 'plan' | 'sensitivity' | 'simulate' | { readonly scan: { readonly name?: string; readonly list?: string } };

/** What a scenario can begin with. */
export interface Beginnings {
  readonly decisions: readonly {
    readonly name: string;
    readonly title: string;
    readonly accelerator: string;
    readonly count: number;
    readonly utilization: string;
    readonly place: string;
    readonly asks_price: boolean;
  }[];
  readonly accelerators: readonly string[];
  readonly places: readonly string[];
}

/** A finding; its places are in the text of the scenario. */
export interface Finding {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
  readonly path: string;
  readonly label: string;
  readonly help: string | null;
  readonly place: { readonly start: number; readonly end: number } | null;
  readonly line: number | null;
  readonly fix: { readonly keeps_meaning: boolean; readonly edits: readonly { start: number; end: number; text: string }[] } | null;
}

export interface Refused {
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** A number that can be moved. */
export interface Input {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  readonly value: number;
  readonly unit: string;
  readonly form: 'number' | 'share' | 'count';
  readonly least: number;
  readonly most: number;
  readonly currency: string | null;
}

export interface Lever {
  readonly path: string;
  readonly low?: number;
  readonly high?: number;
}

/** An answer has one of these. */
export interface Reply {
  readonly done?: null;
  readonly inputs?: { readonly inputs: readonly Input[]; readonly first: readonly Lever[] };
  readonly beginnings?: Beginnings;
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

/** A program of its own, with a scenario of its own. */
export const started = async (module: WebAssembly.Module): Promise<Ask> => {
  const instance = await WebAssembly.instantiate(module, hardlyCalled(module));
  const { memory, buffer, buffer_start, ask } = instance.exports as unknown as Exports;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  return (question) => {
    const bytes = encoder.encode(JSON.stringify(question));
    const start = buffer(bytes.length);
    new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
    try {
      const length = ask();
      return JSON.parse(decoder.decode(new Uint8Array(memory.buffer, buffer_start(), length))) as Reply;
    } catch (error) {
      return { wrong: `the program failed: ${String(error)}` };
    }
  };
};
