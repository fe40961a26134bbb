/** Loads a module. After that, the module is in `loaded`. A failed load is tried again by the next call. */
export interface LoadOnce<Module> {
  (): Promise<Module>;
  loaded?: Module;
}

/** Returns the loader of a module that components read from `loaded` without waiting, once it is there. */
export function loadOnce<Module>(load: () => Promise<Module>): LoadOnce<Module> {
  const once: LoadOnce<Module> = async () => {
    once.loaded ??= await load();
    return once.loaded;
  };
  return once;
}
