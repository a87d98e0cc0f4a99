// The page: what opens, and where the program is in the file, what moves. The decision is drawn at once; the rest follows from a
// worker once what moves rests.

import type { Ask, Finding, Move, Question, Refused, Reply, View } from './engine';
import { type Editor, editor } from './editor';
import { refillExplanations } from './explained';
import { morph, morphChildren, parsed } from './morph';
import { element, type Panel, panel } from './panel';
import { saved } from './saving';
import { fromFragment, toArguments, toFragment } from './settings';
import { Background } from './worker';

/** Milliseconds after which what has moved rests. */
const PAUSE = 120;
/** The sections of the answer that take longer than the decision. */
const LATE = ['Holds', 'Turns if', 'Cases', 'Cliffs', 'Payback', 'Pairs', 'Beware'];

/** What `window.rackrent` offers to whoever automates a page. */
export interface Automation {
  readonly inputs: Panel['inputs'];
  /** Sets a number; what the program says against it is said, and the setting stays until it is taken back. */
  set(path: string, text: string | number): { ok: boolean; message?: string; label?: string };
  unset(path: string): void;
  /** What is set, `PATH=TEXT`. */
  settings(): string[];
  /** What `compare --format json` writes, or why there is no answer. */
  result(): unknown;
  /** The same as text, byte for byte. */
  json(): { json?: string; refused?: Refused };
  /** Resolves once the page shows everything. */
  settled(): Promise<void>;
}

export class Page {
  private readonly moves = new Map<string, string>();
  private readonly article: HTMLElement;
  private readonly background: Background;
  private readonly controls: Panel;
  private readonly editor: Editor;
  private readonly opens: Question[];
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  /** What was set when the page had an answer last. */
  private possible: readonly Move[] = [];
  private waiting: (() => void)[] = [];
  private isSettled = true;

  private view: View = 'own';

  /** A page whose program has opened a scenario by a question. */
  constructor(
    private readonly ask: Ask,
    module: WebAssembly.Module,
    opens: Question,
    scenario: { readonly text: string; readonly name: string },
    script: string,
  ) {
    this.opens = [opens];
    this.background = new Background(module, script);
    this.article = document.querySelector('article')!;
    const place = element('div', { id: 'live' });
    this.article.querySelector('.answer')!.after(place);
    this.article.classList.add('with-live');
    this.controls = panel(place, this.numbers(), {
      text: (path) => this.moves.get(path),
      move: (path, text, rests) => this.move(path, text, rests),
      unset: (path) => this.move(path, null, true),
      reset: () => {
        this.moves.clear();
        this.changed(true);
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

  /** Shows something else of the scenario. */
  show(view: View): void {
    this.view = view;
    this.changed(true);
  }

  private numbers(): NonNullable<Reply['inputs']> {
    return this.ask({ ask: 'inputs' }).inputs ?? { inputs: [], first: [] };
  }

  private set(): readonly Move[] {
    return [...this.moves];
  }

  private move(path: string, text: string | null, rests: boolean): void {
    if (text === null) this.moves.delete(path);
    else this.moves.set(path, text);
    this.changed(rests);
  }

  /** Shows what the address says. */
  private follow(): void {
    this.moves.clear();
    for (const [path, text] of fromFragment(location.hash)) this.moves.set(path.trim(), text);
    this.changed(true);
  }

  /** Another text of the scenario. */
  private edited(text: string): void {
    const question: Question = { ask: 'edit', text };
    this.ask(question);
    this.opens.splice(1, 1, question);
    const numbers = this.ask({ ask: 'inputs' }).inputs;
    if (numbers) this.controls.replace(numbers);
    this.changed(true);
  }

  private decision(): Reply {
    return this.ask({ ask: 'page', set: this.set(), depth: 'verdict' });
  }

  /** Draws the decision in the next frame, and everything once what moves rests. */
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
    if (this.view !== 'own') return;
    const answer = this.article.querySelector('.answer')!;
    const drawn = parsed(page.html);
    keepLate(answer, drawn);
    morph(answer, drawn);
    this.hasMoved();
  }

  /** Everything, once it is worked out. */
  private settle(): void {
    const set = this.set();
    const fragment = toFragment(set);
    history.replaceState(null, '', fragment === '' ? location.pathname + location.search : `#${fragment}`);
    this.background.ask(this.opens, { ask: 'page', set, depth: 'whole', view: this.view }, ({ page, refused, wrong }) => {
      this.article.classList.remove('computing');
      this.say(page?.verdict, refused, wrong);
      if (page) {
        this.possible = set;
        morphChildren(this.article, parsed(page.html));
        refillExplanations();
        this.hasMoved();
      }
      this.isSettled = true;
      for (const done of this.waiting.splice(0)) done();
      this.background.ask([], { ask: 'check', set }, ({ findings }) => this.editor.show(findings ?? []));
    });
  }

  private hasMoved(): void {
    this.article.classList.toggle('moved', this.moves.size > 0 || this.opens.length > 1);
  }

  /** What became of what is set: the verdict, or why there is none, at the input and above the last answer. */
  private say(verdict: string | undefined, refused: Refused | undefined, wrong: string | undefined): void {
    const findings: readonly Finding[] = refused?.findings.filter((one) => one.severity === 'error') ?? [];
    const message = wrong ?? findings.map((one) => one.message).join(' ');
    this.controls.say(verdict ?? message, findings);
    this.article.classList.toggle('impossible', verdict === undefined);
    document.querySelector('#refused')?.remove();
    if (verdict !== undefined) return;
    this.article.classList.remove('computing');
    const of = this.possible.length > 0 ? `${this.possible.map(([path, text]) => `${path} = ${text}`).join(', ')}` : 'the file as it stands';
    const why = refused?.text ?? message;
    const banner = element(
      'div',
      { id: 'refused', role: 'alert' },
      element('h2', {}, 'There is no answer with these inputs'),
      element('pre', {}, why.trimEnd()),
      element('p', {}, `What follows is the last answer: that of ${of}.`),
    );
    this.article.querySelector('.answer')!.before(banner);
  }
}

/** Sections of an answer that a decision alone does not have stay until they are worked out, and say so. */
const keepLate = (answer: Element, drawn: Element): void => {
  const lists = [...answer.querySelectorAll('.said')];
  const drawnLists = [...drawn.querySelectorAll('.said')];
  lists.forEach((list, at) => {
    const other = drawnLists[at];
    const heads = new Set([...(other?.querySelectorAll('dt') ?? [])].map((head) => head.textContent));
    const late = [...list.children].filter((part) => {
      const head = part.querySelector('dt')?.textContent ?? '';
      return LATE.includes(head) && !heads.has(head);
    });
    if (late.length === 0) return;
    const into = other ?? element('dl', { class: 'said' });
    if (!other) drawn.append(into);
    into.prepend(
      ...late.map((part) => {
        const kept = part.cloneNode(true) as Element;
        kept.classList.add('computing');
        return kept;
      }),
    );
  });
};
