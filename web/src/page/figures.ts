// The figures of a picture as a table: the same rows as those of the file, with what they come to now.

/** A table with a column for each option. */
export interface Figures {
  readonly rows: readonly { readonly label: string; readonly cells: readonly string[] }[];
  /** The place of the option that wins; −1 where none does. */
  readonly winner: number;
}

/** Writes them into the table of the file, whose columns stay. */
export const drawTable = (table: Element, { rows, winner }: Figures): void => {
  const body = table.querySelector('tbody');
  const [first] = body?.rows ?? [];
  if (!body || !first) return;
  const row = ({ label, cells }: Figures['rows'][number]): HTMLTableRowElement => {
    const made = document.createElement('tr');
    const head = document.createElement('th');
    head.scope = 'row';
    head.className = first.cells[0]?.className ?? '';
    head.textContent = label;
    made.append(head);
    cells.forEach((text, at) => {
      const cell = made.insertCell();
      cell.className = at === winner ? 'number wins' : 'number';
      cell.textContent = text;
    });
    return made;
  };
  body.replaceChildren(...rows.map(row));
  [...table.querySelectorAll('thead tr > :nth-child(n + 2)')].forEach((head, at) => {
    head.classList.toggle('wins', at === winner);
  });
};
