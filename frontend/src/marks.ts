// Whose turn it is and whose sheet a phone shows, as marks on the strip and on the columns of the sheet.
export function mark(focus: number, mover: number): void {
  document.querySelectorAll("#strip .seat").forEach((seat, at) => {
    seat.classList.toggle("to-move", at === mover);
    seat.classList.toggle("focus", at === focus);
    const link = seat.querySelector("a");
    if (at === focus) link?.setAttribute("aria-current", "true");
    else link?.removeAttribute("aria-current");
  });
  for (const table of document.querySelectorAll<HTMLTableElement>("#sheet table")) {
    table.querySelectorAll("colgroup .col").forEach((column, at) => column.classList.toggle("focus", at === focus));
    table.querySelectorAll("thead .col").forEach((head, at) => head.classList.toggle("to-move", at === mover));
    for (const row of table.rows) {
      [...row.cells].slice(1).forEach((cell, at) => cell.classList.toggle("focus", at === focus));
    }
  }
  for (const aside of document.querySelectorAll<HTMLElement>("#sheet .aside")) {
    aside.classList.toggle("focus", Number(aside.dataset["seat"]) === focus);
  }
}
