// Settings in the address and on the command line.

import type { Move } from './engine';

// `+` is a sign of numbers here, and no space
export const toFragment = (settings: readonly Move[]): string =>
  new URLSearchParams(settings.map((move) => [...move])).toString().replaceAll('+', '%20');

export const fromFragment = (fragment: string): readonly Move[] => {
  const parts = fragment.replace(/^#/, '').split('&').filter((part) => part.includes('='));
  return [...new URLSearchParams(parts.join('&').replaceAll('+', '%2B'))];
};

/** What to type after `rackrent compare FILE`. */
export const toArguments = (settings: readonly Move[]): string =>
  settings.map(([path, text]) => `--set ${quoted(`${path}=${text}`)}`).join(' ');

const quoted = (text: string): string =>
  /^[\w.,:=%+/@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
