// Reads the texts of a source file: the calls of `t` and `<Trans>`, and the literals that look like texts but are not translated.
import { parseSync } from 'vite';

/** Attributes and properties whose value is shown, so that one word is a text, too. */
const SHOWN = new Set(
  (
    'about alt aria-description aria-label aria-placeholder aria-roledescription aria-valuetext description emptyText ' +
    'errorTitle head heading hint label lead listLabel message note placeholder noun searchPlaceholder text title unit what words'
  ).split(' '),
);
/** Attributes and properties that are no texts. */
const CODE = new Set(
  (
    'accept as autoComplete class className code context d data-part field fill href htmlFor icon id aria-keyshortcuts example key kind method ' +
    'group keywords value keys path pattern points rel role scope size src style target to tone transform type viewBox'
  ).split(' '),
);
/** Functions whose arguments are no texts. */
const CODE_CALLS =
  /^(t|textOfCode|clsx|\w*Class|console\.\w+|\w*\.(get|set|has|delete|query\w+|closest|matches|addEventListener)|Error|\w*Error|RegExp|import|useShortcut|uuid|lazyPart|overlayPart)$/;
/** Names that are the same in all languages. */
const NAMES = new Set(
  (
    'Linnet Facebook LinkedIn Instagram Android Safari Chrome Firefox Edge Opera Samsung Windows Linux Slack Discord ' +
    'WhatsApp Google Bing GitHub Messenger Snapchat Pinterest Brave Vivaldi Mac iPhone iPad Natural CLDR Parquet CSV'
  ).split(' '),
);
NAMES.add('Samsung Internet');

const IGNORED = 'check-texts: not shown';

const WORD = /\p{L}{2}/u;
const SENTENCE = /\p{L}{2,}[,.:;!?…’)]* +(\p{L}|\d)|^\p{Lu}\p{Ll}+[.…:!?]*$/u;
const CLASSES = /^[a-z0-9!:_[\]().#%/,&>*='~+ -]+$/;
const STYLE = /\(.*(px|%|var\(|:)|^:is\(|^(Mozilla|facebookexternalhit)\//;
const looksLikeClasses = (text) => CLASSES.test(text) && /(^| )\S*[a-z0-9]-\S/.test(text) && !/[.,:)]( |$)/.test(text);

/** Whether a string that stands anywhere in the code reads like a text for people. */
export function isSentence(text) {
  const trimmed = text.trim();
  return (
    SENTENCE.test(trimmed) &&
    !looksLikeClasses(trimmed) &&
    !STYLE.test(trimmed) &&
    !NAMES.has(trimmed) &&
    !/^[A-Z][a-z]+[A-Z]/.test(trimmed)
  );
}

/** Whether the parts of a template are words around values: `${count} created`. */
const isGlued = (parts) => parts.some((part) => / /.test(part) && /(^|[ (“])\p{L}{2,}([ ,.:;!?…)”]|$)/u.test(part));

const isWord = (text) => WORD.test(text) && !NAMES.has(text.trim()) && !/^(https?:|\/|[a-z]+\.[a-z])/.test(text.trim());

/** The text of a literal or of a template without values; undefined for any other node. */
function literal(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  return undefined;
}

const nameOf = (node) => {
  if (!node) return '';
  if (node.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`;
  if (node.type === 'ImportExpression') return 'import';
  return String(node.name ?? node.value ?? '');
};

/** The names of a values object `{ count, name: x }`; undefined when it is not written there. */
function keysOf(node) {
  if (node?.type !== 'ObjectExpression') return undefined;
  if (node.properties.some((one) => one.type !== 'Property')) return undefined;
  return node.properties.map((one) => nameOf(one.key));
}

function attribute(element, name) {
  const found = element.attributes.find((one) => one.type === 'JSXAttribute' && one.name.name === name);
  return found?.value?.type === 'JSXExpressionContainer' ? found.value.expression : found?.value;
}

/** What stands around a node decides whether its string is shown: the innermost property, attribute or call. */
function place(parents) {
  for (let at = parents.length - 1; at >= 0; at--) {
    const { node, field } = parents[at];
    if (node.type.startsWith('TS') && !/Expression$/.test(node.type)) return 'code';
    if (/^(Import|Export\w*From|ExportAll)/.test(node.type) && field === 'source') return 'code';
    if (node.type === 'BinaryExpression' && /^([!=]==?|in)$/.test(node.operator)) return 'code';
    if (node.type === 'SwitchCase' && field === 'test') return 'code';
    if (node.type === 'MemberExpression' && field === 'property') return 'code';
    if (node.type === 'ConditionalExpression' && field === 'test') return 'code';
    if (node.type === 'Property' && field === 'key') return 'code';
    if (node.type === 'AssignmentPattern' && field === 'right' && SHOWN.has(nameOf(node.left))) return 'shown';
    if (node.type === 'Property' || node.type === 'JSXAttribute') {
      const name = nameOf(node.type === 'Property' ? node.key : node.name.namespace ? node.name.name : node.name);
      const element = parents[at - 1]?.node;
      const tag = element?.type === 'JSXOpeningElement' ? nameOf(element.name) : '';
      if (tag === 'Trans' && name === 'text') return 'code';
      // The name of a section, and not that of an input.
      if (name === 'name' && /^[A-Z]/.test(tag)) return 'named';
      if (CODE.has(name) || name.startsWith('data-') || name.endsWith('Class')) return 'code';
      return SHOWN.has(name) ? 'shown' : 'any';
    }
    if (/^(Call|New|Import)Expression$/.test(node.type) && field !== 'callee') {
      return CODE_CALLS.test(nameOf(node.callee)) ? 'code' : 'any';
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') return 'shown';
    if (/Function|Statement|Declarat/.test(node.type)) return 'any';
  }
  return 'any';
}

class Reader {
  texts = [];
  literals = [];
  errors = [];

  constructor(source) {
    this.source = source;
    this.lines = source.split('\n');
  }

  lineOf(node) {
    return this.source.slice(0, node.start).split('\n').length;
  }

  read(node, parents = []) {
    if (node.type === 'JSXText' && isWord(node.value)) this.literal(node, node.value);
    if (node.type === 'CallExpression' && nameOf(node.callee) === 't') this.call(node);
    if (node.type === 'JSXOpeningElement' && node.name.name === 'Trans') this.trans(node);
    if (node.type === 'Literal' || node.type === 'TemplateLiteral') this.string(node, parents);
    for (const [field, child] of Object.entries(node)) {
      for (const one of Array.isArray(child) ? child : [child]) {
        if (typeof one?.type === 'string') this.read(one, [...parents, { node, field }]);
      }
    }
  }

  call(node) {
    const [first, values] = node.arguments;
    const text = literal(first);
    const line = this.lineOf(node);
    if (text === undefined) this.errors.push({ line, message: 'the text of t is not a literal' });
    else this.add(line, text, values ? keysOf(values) : [], literal(memberOf(values, 'context')));
  }

  trans(node) {
    const text = literal(attribute(node, 'text'));
    const line = this.lineOf(node);
    if (text === undefined) this.errors.push({ line, message: 'the text of Trans is not a literal' });
    else this.add(line, text, attribute(node, 'values') ? keysOf(attribute(node, 'values')) : []);
  }

  add(line, text, keys, context) {
    const key = context ? `[${context}] ${text}` : text;
    this.texts.push({ line, key });
    const names = keys?.filter((name) => name !== 'context');
    // Without values, braces are a part of the text.
    if (!names || names.length === 0) return;
    const wanted = this.placeholders(line, text);
    const missing = wanted.filter((name) => !names.includes(name));
    const unused = names.filter((name) => !wanted.includes(name));
    if (missing.length > 0) this.errors.push({ line, message: `no value for {${missing}}` });
    if (unused.length > 0) this.errors.push({ line, message: `the text has no {${unused}}` });
  }

  placeholders(line, text) {
    try {
      return placeholders(text).names;
    } catch (error) {
      this.errors.push({ line, message: error.message });
      return [];
    }
  }

  string(node, parents) {
    if (node.type === 'Literal' && typeof node.value !== 'string') return;
    const parts = node.type === 'Literal' ? [node.value] : node.quasis.map(({ value }) => value.cooked);
    const where = place(parents);
    if (where === 'code') return;
    const text = parts.join(' {} ');
    const found =
      where === 'named'
        ? /^[A-Z]/.test(text)
        : where === 'shown'
          ? parts.some(isWord) && !looksLikeClasses(text)
          : isSentence(text) || (parts.length > 1 && isGlued(parts));
    if (found) this.literal(node, text);
  }

  literal(node, text) {
    const line = this.lineOf(node);
    const ignored = [line, line - 1].some((one) => this.lines[one - 1]?.includes(IGNORED));
    if (!ignored)
      this.literals.push({ line, text: text.trim().replaceAll(/\s+/g, ' '), start: node.start, end: node.end });
  }
}

const memberOf = (node, name) =>
  node?.type === 'ObjectExpression' ? node.properties.find((one) => nameOf(one.key) === name)?.value : undefined;

/** The placeholders, tags and plural categories of a text. Throws for braces that do not match. */
export function placeholders(text) {
  const names = new Set();
  const categories = {};
  const visit = (part) => {
    for (let at = part.indexOf('{'); at >= 0; ) {
      const close = closing(part, at);
      const [name, kind, ...forms] = part.slice(at + 1, close).split(',');
      names.add(name);
      if (kind?.trim() === 'plural') {
        categories[name] = formsOf(forms.join(',')).map(([category, form]) => {
          visit(form);
          return category;
        });
      } else if (kind !== undefined) throw new Error(`{${name}, ${kind.trim()}} is not known; there is only plural`);
      at = part.indexOf('{', close);
    }
  };
  visit(text);
  const tags = [...new Set([...text.matchAll(/<(\w+)\/?>/g)].map(([, name]) => name))].sort();
  return { names: [...names].sort(), categories, tags };
}

function closing(text, open) {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  throw new Error('a brace is not closed');
}

function formsOf(text) {
  const forms = [];
  for (let at = 0, open; ; ) {
    open = text.indexOf('{', at);
    if (open < 0) return forms;
    const close = closing(text, open);
    forms.push([text.slice(at, open).trim(), text.slice(open + 1, close)]);
    at = close + 1;
  }
}

/** The texts, untranslated literals and mistakes of a TypeScript file. */
export function readTexts(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const reader = new Reader(source);
  reader.read(program);
  return reader;
}
