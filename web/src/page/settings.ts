// What is set, as it is handed on: in the address, on a command line, in a scenario.

export type Settings = readonly (readonly [path: string, text: string])[];

/** Settings of `PATH=TEXT`. */
export const parsedSettings = (settings: readonly string[]): Settings =>
  settings.map((setting) => {
    const at = setting.indexOf('=');
    return [setting.slice(0, at), setting.slice(at + 1)] as const;
  });

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

/** The same as a piece of the scenario. An item of a list has no place of its own there, and stands in a comment. */
export const toYaml = (settings: Settings): string => {
  type Tree = Map<string, Tree | string>;
  const tree: Tree = new Map();
  const items: string[] = [];
  for (const [path, text] of settings) {
    const keys = path.split('.');
    if (keys.some((key) => /^\d+$/.test(key))) {
      items.push(`# ${path}: ${text}`);
      continue;
    }
    let part = tree;
    for (const key of keys.slice(0, -1)) {
      const known = part.get(key);
      const next: Tree = known instanceof Map ? known : new Map();
      part.set(key, next);
      part = next;
    }
    part.set(keys.at(-1) ?? path, text);
  }
  const lines = (part: Tree, indent: string): string[] =>
    [...part].flatMap(([key, value]) =>
      typeof value === 'string' ? [`${indent}${key}: ${value}`] : [`${indent}${key}:`, ...lines(value, `${indent}  `)],
    );
  return [...lines(tree, ''), ...items].join('\n');
};
