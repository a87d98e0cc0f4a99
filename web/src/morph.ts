// Updates an element to match another and touches only what differs, so that focus, scroll position and open details stay.

/** Ids of elements that the script added; they are ignored. */
export const OWN = ['live', 'refused'];

const isOwn = (node: Node): boolean => node instanceof Element && OWN.includes(node.id);

const isAlike = (one: Node, other: Node): boolean =>
  one.nodeName === other.nodeName && (one as Element).id === (other as Element).id;

export const morph = (from: Element, to: Element): void => {
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name) && name !== 'open') from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value && name !== 'open') from.setAttribute(name, value);
  morphChildren(from, to);
};

/** Updates the children only. */
export const morphChildren = (from: ParentNode & Node, to: Node): void => {
  let here = next(from.firstChild);
  for (const there of [...to.childNodes]) {
    // siblings before it were removed
    const known = here && !isAlike(here, there) && there instanceof Element ? found(here, there) : null;
    while (known && here && here !== known) here = removed(here);
    if (!here || !isAlike(here, there)) {
      from.insertBefore(there, here);
      continue;
    }
    if (!here.isEqualNode(there)) {
      if (here instanceof Element) morph(here, there as Element);
      else here.nodeValue = there.nodeValue;
    }
    here = next(here.nextSibling);
  }
  while (here) here = removed(here);
};

/** A following sibling with the same id. */
const found = (here: Node, there: Element): Node | null => {
  if (there.id === '') return null;
  for (let at: Node | null = here; at; at = at.nextSibling) if (isAlike(at, there)) return at;
  return null;
};

const next = (node: Node | null): Node | null => {
  while (node && isOwn(node)) node = node.nextSibling;
  return node;
};

const removed = (node: Node): Node | null => {
  const after = next(node.nextSibling);
  node.parentNode?.removeChild(node);
  return after;
};

/** The first element of some HTML. */
export const parsed = (html: string): Element => {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstElementChild!;
};
