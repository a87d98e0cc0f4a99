// Scenario text and findings, with fixes.

import type { Finding } from './engine';
import { element } from './panel';

/** Milliseconds after the last key until the text is read. */
const PAUSE = 300;

export interface Editor {
  /** Lists findings. */
  show(findings: readonly Finding[]): void;
}

export const editor = (place: HTMLElement, scenario: { readonly text: string; readonly name: string }, changed: (text: string) => void): Editor => {
  const text = element('textarea', { id: 'scenario-text', spellcheck: 'false', rows: '24', autocomplete: 'off', wrap: 'off' });
  const label = element('label', { for: 'scenario-text' }, scenario.name);
  const edited = element('details', { class: 'editor' }, element('summary', {}, 'Edit the scenario'), label, text);
  const count = element('summary', {}, 'Findings');
  const list = element('ol', { class: 'found' });
  place.querySelector('.live')?.append(element('details', { class: 'checked' }, count, list), edited);
  text.value = scenario.text;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const item = (finding: Finding): HTMLElement => {
    const { severity, line, message, label, help, place: at, fix } = finding;
    const where = element('button', { type: 'button' }, line === null ? severity : `${severity}, line ${line}`);
    where.addEventListener('click', () => at && select(at.start, at.end));
    const says = [message, label, help ?? ''].filter((said) => said !== '').join('; ');
    const entry = element('li', { class: severity }, where, ` ${says} `);
    if (fix) {
      const button = element('button', { type: 'button' }, fix.keeps_meaning ? 'Fix' : 'Apply suggestion');
      button.addEventListener('click', () => apply(fix.edits));
      entry.append(button);
    }
    return entry;
  };
  const select = (start: number, end: number): void => {
    edited.open = true;
    text.focus();
    text.setSelectionRange(start, end);
  };
  const apply = (edits: readonly { start: number; end: number; text: string }[]): void => {
    edited.open = true;
    for (const one of [...edits].sort((a, b) => b.start - a.start)) text.setRangeText(one.text, one.start, one.end, 'end');
    text.focus();
    changed(text.value);
  };
  text.addEventListener('input', () => {
    clearTimeout(rest);
    rest = setTimeout(() => changed(text.value), PAUSE);
  });
  return {
    show: (findings) => {
      count.textContent = `Findings (${findings.length})`;
      list.replaceChildren(...findings.map(item));
    },
  };
};
