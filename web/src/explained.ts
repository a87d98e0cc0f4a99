// What figures open: formulas that several of them share stand once in the file, and are put where they belong when asked for.

const fill = (shown: Element): void => {
  const list = shown.querySelector<HTMLElement>('ol[data-steps]');
  const steps = list?.closest('article')?.querySelector<HTMLTemplateElement>('template.steps');
  if (!list || !steps) return;
  const places = (list.dataset['steps'] ?? '').split(' ').filter((place) => place !== '');
  delete list.dataset['steps'];
  for (const place of places) {
    const step = steps.content.children[Number(place)];
    if (step) list.append(step.cloneNode(true));
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
