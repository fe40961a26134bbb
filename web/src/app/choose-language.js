// Runs inline in <head> of the application's pages, before their modules: chooses the language and loads its catalogue.
{
  const root = document.documentElement;
  let preferred;
  try {
    preferred = JSON.parse(localStorage.getItem('linnet.user') ?? 'null')?.preferences?.language;
  } catch {
    // No storage or not ours: the browser's languages.
  }
  // The first wanted language that has a catalogue, or whose tag without the country has one, as "de" has for "de-AT".
  // vite.languages.ts names the scripts of the catalogues.
  const scripts = { en: '', ...JSON.parse(root.dataset.languages ?? '{}') };
  const language = [preferred, ...navigator.languages]
    .flatMap((tag) => (tag ? [tag, tag.split('-')[0]] : []))
    .find((tag) => tag in scripts);
  if (language && scripts[language]) {
    root.lang = language;
    if (/^(ar|fa|he|ur)\b/.test(language)) root.dir = 'rtl';
    // The parser waits for a script that is written here, so that the catalogue is there before the first module.
    document.write(`<script src="${scripts[language]}"></script>`);
  }
}
