// Saving the scenario, the page and the workbook.

import type { Reply } from './engine';

/** Placeholder of the engine in pages that the engine writes. */
const PLACE = '(the program)';
const TYPES = { yaml: 'application/yaml', html: 'text/html', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };

export type Kind = keyof typeof TYPES;

/** One function per button; each returns an error message or null. */
export const saved = (name: string, file: (kind: Kind) => Reply): Readonly<Record<string, () => string | null>> => {
  const base = name.replace(/^.*[\\/]/, '').replace(/\.ya?ml$/i, '');
  const save = (kind: Kind) => (): string | null => {
    const { text, bytes, refused, wrong } = file(kind);
    if (text === undefined && bytes === undefined) return wrong ?? refused?.findings[0]?.message ?? 'there is nothing to save';
    const engine = (): string => document.getElementById('engine')?.textContent ?? '';
    const whole = kind === 'html' ? (text ?? '').replace(`>${PLACE}<`, () => `>${engine()}<`) : text;
    const content = whole ?? Uint8Array.from(atob(bytes ?? ''), (letter) => letter.charCodeAt(0));
    download(`${base}.${kind}`, new Blob([content], { type: TYPES[kind] }));
    return null;
  };
  return { 'Save scenario.yaml': save('yaml'), 'Save as page': save('html'), 'Save as workbook': save('xlsx') };
};

const download = (name: string, content: Blob): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};
