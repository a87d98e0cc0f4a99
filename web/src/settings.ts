// What is set, as it is handed on: in the address, on a command line.

import type { Move } from './engine';

export type Settings = readonly Move[];

export const toFragment = (settings: Settings): string =>
  settings.map(([path, text]) => `${encodeURIComponent(path)}=${encodeURIComponent(text)}`).join('&');

export const fromFragment = (fragment: string): Settings => {
  const decoded = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const parts = fragment.replace(/^#/, '').split('&').filter((part) => part.includes('='));
  return parts.map((part) => {
    const at = part.indexOf('=');
    return [decoded(part.slice(0, at)), decoded(part.slice(at + 1))] as const;
  });
};

/** What to type after `rackrent compare FILE`. */
export const toArguments = (settings: Settings): string =>
  settings.map(([path, text]) => `--set ${quoted(`${path}=${text}`)}`).join(' ');

const quoted = (text: string): string =>
  /^[\w.,:=%+/@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
