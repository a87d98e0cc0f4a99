// What figures open: formulas and inputs that several of them share stand once in the file, and are put where they belong when
// asked for.

const fill = (shown: Element): void => {
  const shared = shown.closest('article')?.querySelector<HTMLTemplateElement>('template.shared');
  for (const list of shown.querySelectorAll<HTMLElement>('[data-shared]')) {
    const places = (list.dataset['shared'] ?? '').split(' ').filter((place) => place !== '');
    delete list.dataset['shared'];
    for (const place of places) {
      const item = shared?.content.children[Number(place)];
      if (item) list.append(item.cloneNode(true));
    }
  }
};

/** Fills what is opened from now on. */
export const fillExplanations = (): void => {
  const opened = ({ target }: Event): void => {
    if (target instanceof Element && target.matches('.explained')) fill(target);
  };
  document.addEventListener('beforetoggle', opened, true);
};

/** Fills again what is open. */
export const refillExplanations = (): void => {
  for (const shown of document.querySelectorAll('.explained:popover-open')) fill(shown);
};
