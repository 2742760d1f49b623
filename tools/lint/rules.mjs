// Our own rules, a plugin of oxlint. `lint.spec.mjs` proves each of them.

/**
 * @typedef {{ type: string, argument?: Node, expression?: Node, source?: { value?: unknown } | null, value?: unknown }} Node
 * @typedef {{ report: (problem: { node: Node, message: string }) => void }} Context
 */

/** `name/dist/…`, `name/lib/…`, `name/src/…`, `name/file.js` */
const PRIVATE_FILE = /^(?![./])(@[^/]+\/)?[^/]+\/(.+\.[cm]?js$|(dist|lib|src)\/)/;

/** Files inside a package are private, whatever its `exports` allow. */
const noPrivateFiles = {
  /** @param {Context} context */
  create(context) {
    /** @param {Node} node */
    const check = (node) => {
      const path = node.source?.value;
      if (typeof path !== 'string' || !PRIVATE_FILE.test(path)) return;
      const message = 'This file is private to its package. Import what the package exports.';
      context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

/** What `void` discards: a result, above all a promise. */
const DISCARDED = ['AssignmentExpression', 'CallExpression', 'ImportExpression'];

/** typescript/no-meaningless-void-operator of oxlint examines calls only. */
const voidDiscardsResults = {
  /** @param {Context} context */
  create(context) {
    return {
      /** @param {Node} node */
      'UnaryExpression[operator="void"]'(node) {
        // `expression` is the call in `void maybe?.call()`.
        const { type = '', value } = node.argument?.expression ?? node.argument ?? {};
        if (DISCARDED.includes(type) || value === 0) return;
        context.report({ node, message: '`void` discards the result of a call and nothing else.' });
      },
    };
  },
};

export default {
  meta: { name: 'kickoff' },
  rules: { 'no-private-files': noPrivateFiles, 'void-discards-results': voidDiscardsResults },
};
