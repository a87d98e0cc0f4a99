// What figures open: formulas that several of them share stand once in the file, and are put where they belong when asked for.

export const fillExplanations = (): void => {
  for (const list of document.querySelectorAll<HTMLElement>('.explained ol[data-steps]')) {
    const shown = list.closest<HTMLElement>('.explained');
    const steps = list.closest('article')?.querySelector<HTMLTemplateElement>('template.steps');
    if (!shown || !steps) continue;
    shown.addEventListener('beforetoggle', () => {
      const places = (list.dataset['steps'] ?? '').split(' ').filter((place) => place !== '');
      delete list.dataset['steps'];
      for (const place of places) {
        const step = steps.content.children[Number(place)];
        if (step) list.append(step.cloneNode(true));
      }
    });
  }
};
