import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

const RUNTIME = 'rolldown-runtime';
const VENDOR = 'vendor';

/** The bindings of an import or export list: "a as b,c" gives [["a", "b"], ["c", "c"]]. */
function bindings(list: string): [from: string, to: string][] {
  return list.split(',').map((item) => {
    const [from = '', to = from] = item.trim().split(/\s+as\s+/);
    return [from, to];
  });
}

/** The name of a file without its folder: all chunks are in one. */
function baseName(chunk: Chunk): string {
  return chunk.fileName.slice(chunk.fileName.lastIndexOf('/') + 1);
}

/** Replaces the import of the runtime in a chunk's code. */
function replaceImport(code: string, runtime: Chunk, replace: (list: [from: string, to: string][]) => string): string {
  const file = baseName(runtime).replaceAll('.', '\\.');
  return code.replace(new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["'\`]\\./${file}["'\`];?`), (_, list: string) =>
    replace(bindings(list)),
  );
}

/**
 * Moves Rolldown's runtime, a few helpers that it always puts into a chunk of their own, into the vendor chunk, which
 * every page loads: one request less. The vendor chunk must import nothing else, so that it runs before its importers.
 */
export function runtimeInVendor(): Plugin {
  return {
    name: 'linnet:runtime-in-vendor',
    apply: 'build',
    enforce: 'pre',
    // The names of the files change with this plugin.
    augmentChunkHash: () => 'runtime-in-vendor',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const runtime = chunks.find(({ name }) => name === RUNTIME);
      const vendor = chunks.find(({ name }) => name === VENDOR);
      if (!runtime || !vendor) return;
      if (vendor.imports.some((file) => file !== runtime.fileName))
        this.error('The vendor chunk imports other chunks.');
      const [, body = '', list = ''] = /^([\s\S]*)export\s*\{([^}]*)\};?\s*$/.exec(runtime.code) ?? [];
      const helpers = bindings(list);
      const name = (helper: string) => `runtime$${helper}`;
      const shared = helpers.map(([, helper]) => name(helper)).join(',');
      const values = helpers.map(([local]) => local).join(',');
      const inlined = `const[${shared}]=(()=>{${body}return[${values}]})();`;
      for (const chunk of chunks) {
        if (!chunk.imports.includes(runtime.fileName)) continue;
        const own = chunk === vendor;
        chunk.code = replaceImport(chunk.code, runtime, (used) =>
          own
            ? `${inlined}const ${used.map(([helper, local]) => `${local}=${name(helper)}`).join(',')};`
            : `import{${used.map(([helper, local]) => `${name(helper)} as ${local}`).join(',')}}from"./${baseName(vendor)}";`,
        );
        if (chunk.code.includes(baseName(runtime))) this.error(`The chunk ${chunk.name} still imports the runtime.`);
        if (own) chunk.code += `export{${shared}};`;
        chunk.imports = chunk.imports.flatMap((file) => {
          if (file !== runtime.fileName) return [file];
          return own || chunk.imports.includes(vendor.fileName) ? [] : [vendor.fileName];
        });
      }
      delete bundle[runtime.fileName];
    },
  };
}
