// A live page. While an input changes, the verdict is drawn at once; a worker computes the rest when the change is complete.

import type { Ask, Finding, Inputs, Move, Question, Refused, Reply, View } from './engine';
import { type Editor, editor } from './editor';
import { refillExplanations } from './explained';
import { morph, morphChildren, parsed } from './morph';
import { element, type Panel, panel } from './panel';
import { saved } from './saving';
import { fromFragment, toArguments, toFragment } from './settings';
import { Background } from './worker';

/** Milliseconds after the last change until everything is computed. */
const PAUSE = 120;
const NO_INPUTS: Inputs = { inputs: [], first: [] };

/** API of `window.rackrent`. */
export interface Automation {
  readonly inputs: Panel['inputs'];
  /** Sets a value. An invalid setting stays until it is changed or unset. */
  set(path: string, text: string | number): { ok: boolean; message?: string; label?: string };
  unset(path: string): void;
  /** What is set, `PATH=TEXT`. */
  settings(): string[];
  /** What `compare --format json` writes, or why there is no answer. */
  result(): unknown;
  /** The same as text, byte for byte. */
  json(): { json?: string; refused?: Refused };
  /** Resolves when the page is up to date. */
  settled(): Promise<void>;
}

export class Page {
  private readonly moves = new Map<string, string>();
  private readonly article: HTMLElement;
  private readonly background: Background;
  private readonly controls: Panel;
  private readonly editor: Editor;
  /** What opens the scenario, and its last edit. */
  private opens: readonly Question[];
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  /** Last valid settings and text, and whether everything is drawn for them. */
  private possible: { readonly set: readonly Move[]; readonly opens: readonly Question[]; isWhole: boolean };
  private waiting: (() => void)[] = [];
  private isSettled = true;

  private view: View = 'own';

  /** A page whose engine has opened a scenario by `opens`. */
  constructor(
    private readonly ask: Ask,
    module: WebAssembly.Module,
    opens: Question,
    scenario: { readonly text: string; readonly name: string },
    script: string,
  ) {
    this.opens = [opens];
    this.possible = { set: [], opens: this.opens, isWhole: true };
    this.background = new Background(module, script);
    this.article = document.querySelector('article')!;
    const place = element('div', { id: 'live' });
    this.article.querySelector('.answer')!.after(place);
    this.article.classList.add('with-live');
    this.controls = panel(place, ask({ ask: 'inputs' }).inputs ?? NO_INPUTS, {
      text: (path) => this.moves.get(path),
      move: (path, text, rests) => this.move(path, text, rests),
      unset: (path) => this.move(path, null, true),
      reset: () => {
        this.moves.clear();
        this.changed(true);
      },
      added: () => {
        if (this.isSettled) this.settled();
      },
      copies: {
        'Copy as --set': () => toArguments(this.set()),
        'Copy as YAML': () => this.ask({ ask: 'save', set: this.set(), format: 'yaml' }).text ?? '',
      },
      saves: saved(scenario.name, (format) => this.ask({ ask: 'save', set: this.set(), format })),
    });
    this.editor = editor(place, scenario, (text) => this.edited(text));
    this.editor.show(ask({ ask: 'check', set: [] }).findings ?? []);
    addEventListener('hashchange', () => this.follow());
    if (fromFragment(location.hash).length > 0) this.follow();
    else this.mark();
  }

  readonly automation = (): Automation => {
    const page = this;
    return {
      get inputs() {
        return page.controls.inputs;
      },
      set: (path, text) => {
        const name = path.trim();
        this.move(name, String(text), true);
        const { refused } = this.decision();
        const finding = refused?.findings.find((one) => one.severity === 'error');
        return finding ? { ok: false, message: finding.message, label: finding.label } : { ok: true };
      },
      unset: (path) => this.move(path.trim(), null, true),
      settings: () => this.set().map(([path, text]) => `${path}=${text}`),
      result: () => {
        const { json, refused } = this.ask({ ask: 'json', set: this.set() });
        return json === undefined ? { refused } : (JSON.parse(json) as unknown);
      },
      json: () => this.ask({ ask: 'json', set: this.set() }) as { json?: string; refused?: Refused },
      settled: () => (this.isSettled ? Promise.resolve() : new Promise((done) => this.waiting.push(done))),
    };
  };

  /** Shows another report. */
  show(view: View): void {
    this.view = view;
    this.changed(true);
  }

  private set(): readonly Move[] {
    return [...this.moves];
  }

  private move(path: string, text: string | null, rests: boolean): void {
    if (text === null) this.moves.delete(path);
    else this.moves.set(path, text);
    this.changed(rests);
  }

  /** Applies the settings in the address. A link to a section has none, and changes nothing. */
  private follow(): void {
    if (location.hash !== '' && fromFragment(location.hash).length === 0) return this.keepAddress();
    this.moves.clear();
    for (const [path, text] of fromFragment(location.hash)) this.moves.set(path.trim(), text);
    this.changed(true);
  }

  /** Replaces the scenario text. */
  private edited(text: string): void {
    const question: Question = { ask: 'edit', text };
    this.ask(question);
    this.opens = [this.opens[0]!, question];
    const { inputs } = this.ask({ ask: 'inputs' });
    if (inputs) this.controls.replace(inputs);
    this.changed(true);
  }

  private decision(): Reply {
    return this.ask({ ask: 'page', set: this.set(), depth: 'verdict' });
  }

  /** Draws the verdict in the next frame, and everything after a pause if the change is complete. */
  private changed(rests: boolean): void {
    this.isSettled = false;
    this.controls.refresh();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.background.stop();
    this.frame = requestAnimationFrame(() => {
      this.drawDecision(this.decision());
      if (rests) this.rest = setTimeout(() => this.settle(), PAUSE);
    });
  }

  private drawDecision({ page, refused, wrong }: Reply): void {
    this.say(page?.verdict, refused, wrong);
    if (!page) return;
    this.article.classList.add('computing');
    this.possible = { set: this.set(), opens: this.opens, isWhole: false };
    if (this.view !== 'own') return;
    const answer = this.article.querySelector('.answer')!;
    const drawn = parsed(page.html);
    keepSections(answer, drawn);
    morph(answer, drawn);
    this.hasMoved();
  }

  private keepAddress(): void {
    const fragment = toFragment(this.set());
    history.replaceState(null, '', fragment === '' ? location.pathname + location.search : `#${fragment}`);
  }

  /** Draws everything for the last valid settings. */
  private settle(): void {
    this.keepAddress();
    if (this.possible.isWhole) return this.settled();
    const { set, opens } = this.possible;
    this.background.ask(opens, { ask: 'page', set, depth: 'whole', view: this.view }, ({ page, refused, wrong }) => {
      this.article.classList.remove('computing');
      // a view may have no result for a valid scenario
      if (!page) this.say(undefined, refused, wrong);
      if (page) {
        this.possible.isWhole = true;
        morphChildren(this.article, parsed(page.html));
        refillExplanations();
        this.hasMoved();
      }
      this.settled();
    });
  }

  /** Lists the findings and marks turning points last. */
  private settled(): void {
    this.isSettled = true;
    for (const done of this.waiting.splice(0)) done();
    this.background.ask(this.opens, { ask: 'check', set: this.set() }, ({ findings }) => {
      this.editor.show(findings ?? []);
      this.mark();
    });
  }

  /** Marks where the verdict turns, for the last valid settings. */
  private mark(): void {
    const { set, opens } = this.possible;
    const question: Question = { ask: 'turns', set, inputs: this.controls.shown };
    this.background.ask(opens, question, ({ turns }) => this.controls.mark(turns ?? []));
  }

  private hasMoved(): void {
    this.article.classList.toggle('moved', this.moves.size > 0 || this.opens.length > 1);
  }

  /** Shows the verdict, or why there is none: at the input and above the last valid result. */
  private say(verdict: string | undefined, refused: Refused | undefined, wrong: string | undefined): void {
    const findings: readonly Finding[] = refused?.findings.filter((one) => one.severity === 'error') ?? [];
    const message = wrong ?? findings.map((one) => one.message).join(' ');
    this.controls.say(verdict ?? message, findings);
    this.article.classList.toggle('impossible', verdict === undefined);
    document.querySelector('#refused')?.remove();
    if (verdict !== undefined) return;
    this.article.classList.remove('computing');
    const { set, opens } = this.possible;
    const text = opens.length > 1 ? 'the scenario before the last edit' : 'the scenario as written';
    const of = [text, ...set.map(([path, value]) => `${path} = ${value}`)].join(', ');
    const why = refused?.text ?? message;
    const banner = element(
      'div',
      { id: 'refused', role: 'alert' },
      element('h2', {}, 'No result with these inputs'),
      element('pre', {}, why.trimEnd()),
      element('p', {}, `Below is the last valid result: ${of}.`),
    );
    this.article.querySelector('.answer')!.before(banner);
  }
}

/** Keeps the sections of the answer, marked as outdated, until they are computed. */
const keepSections = (answer: Element, drawn: Element): void => {
  for (const list of answer.querySelectorAll('.said')) {
    const kept = list.cloneNode(true) as Element;
    for (const section of kept.children) section.classList.add('computing');
    drawn.append(kept);
  }
};
