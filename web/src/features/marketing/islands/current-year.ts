/** Shows the current year in a text, instead of that of the build. */
export function currentYear(root: HTMLElement): void {
  root.textContent = root.textContent.replace(/\d{4}/, String(new Date().getFullYear()));
}
