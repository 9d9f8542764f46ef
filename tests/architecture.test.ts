import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Who may import which of our folders: the first row that fits a file is its rule. `own` is the adapter's own folder. */
const mayImport: readonly (readonly [files: RegExp, folders: RegExp])[] = [
  [/^core\/domain\//, /^core\/domain\//],
  [/^core\/ports\//, /^core\/(domain|ports)\//],
  [/^core\/application\//, /^core\//],
  [/^adapters\/http\/contract\//, /^(adapters\/http\/contract|core\/domain)\//],
  [/^adapters\//, /^(core|own)\//],
  [/^apps\/(server|cli)\//, /^(core|adapters|apps\/server|apps\/cli)\//],
  [/^apps\/web\//, /^(apps\/web|adapters\/http\/contract|core\/domain)\//],
  [/^apps\/widget\//, /^(apps\/widget|types of adapters\/http\/contract)\//],
];

/** Which files may import a library. A library without a row may be imported by nobody: give it one. */
const mayUse: readonly (readonly [library: RegExp, files: RegExp])[] = [
  [/^node:/, /^(adapters(?!\/http\/contract)|apps\/server|apps\/cli)\/|vite\.config\.ts$/],
  [/^(koa|@koa\/.+|koa-.+|co-body|formidable|raw-body)$/, /^adapters\/http\/(?!contract)/],
  [/^(@mikro-orm\/.+|kysely)$/, /^adapters\/postgres\//],
  [/^pg$/, /^adapters\/(postgres|embedded-postgres)\//],
  [/^pg-boss$/, /^adapters\/jobs\//],
  [/^openai$/, /^adapters\/openai\//],
  [/^(@whiskeysockets\/baileys|libsignal|@hapi\/boom)$/, /^adapters\/whatsapp-baileys\//],
  [/^(mammoth|pdf-parse|pdfjs-dist)$/, /^adapters\/documents\//],
  [/^mercadopago$/, /^adapters\/payments-mercadopago\//],
  [/^(@aws-sdk\/.+|aws4fetch)$/, /^adapters\/files\//],
  [/^snowball-stemmers$/, /^adapters\/(offline-answerer|documents|postgres)\//],
  [/^(@node-rs\/argon2|@zxcvbn-ts\/language-common)$/, /^adapters\/node\//],
  [/^qrcode$/, /^(adapters\/http(?!\/contract)|apps\/cli)\//],
  [/^(inversify|@inversifyjs\/strongly-typed)$/, /^apps\/server\/|^adapters\/[^/]+\/module\.ts$/],
  [/^(pino|prom-client)$/, /^(adapters\/node|adapters\/http|apps\/server)\/(?!contract)/],
  [/^zod$/, /^(adapters|apps\/server|apps\/cli)\//],
  [/^radix-ui$/, /^apps\/web\/ui\//],
  [/^(react|react-dom|react-router-dom)$/, /^apps\/web\//],
  [/^(vite|vitest|@vitejs\/.+|@tailwindcss\/vite)$/, /(^|\/)vite\.config\.ts$|^apps\/cli\/dev\.ts$/],
];

type Import = { readonly from: string; readonly typeOnly: boolean };
type Rule = (path: string, source: string) => string[];

const dependencyRule: Rule = (path, source) =>
  importsOf(source).flatMap(({ from, typeOnly }) => {
    const target = targetOf(path, from);
    const allowed = target ? folderAllowed(path, target, typeOnly) : libraryAllowed(path, from);
    return allowed ? [] : [`${path} imports ${from}`];
  });

const pureCore: Rule = (path, source) =>
  path.startsWith('core/')
    ? found(path, source, /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)|\bMath\.random\b/g)
    : [];

const oneReaderOfTheEnvironment: Rule = (path, source) =>
  path === 'apps/server/config.ts' || path === 'apps/cli/setup.mjs' || path.endsWith('vite.config.ts')
    ? []
    : found(path, source, /\bprocess\s*(\?\.|\.)\s*env\b|\bprocess\[|from 'node:process'/g);

const unstyledScreens: Rule = (path, source) => {
  if (!path.startsWith('apps/web/screens/')) return [];
  const names = [...source.matchAll(/\bclass(?:Name)?=(?:"([^"]*)"|'([^']*)'|\{([^}]*)\})/g)].flatMap(
    (match) =>
      match
        .slice(1)
        .join(' ')
        .split(/[\s"'`{}(),?]+/),
  );
  return names
    .filter((name) => styling.test(name) && !placing.test(name))
    .map((name) => `${path} styles with ${name}`);
};
const styling =
  /^(?:\S+:)?-?(?:(?:bg|text|font|leading|tracking|border|rounded|ring|shadow|divide|outline|decoration|fill|stroke|from|via|to|accent|caret|placeholder)-\S+|border|rounded|ring|shadow|outline|underline|italic|uppercase|lowercase|capitalize)$/;
const placing = /(^|:)text-(left|center|right|justify|start|end|wrap|nowrap|balance|pretty|ellipsis|clip)$/;

const foldersWithAName: Rule = (path) =>
  dirname(path)
    .split('/')
    .filter((name) =>
      ['utils', 'helpers', 'common', 'shared', 'lib', 'services', 'managers', 'types'].includes(name),
    )
    .map((name) => `${path} lies in ${name}, a name that could hold anything`);

const noBarrels: Rule = (path) =>
  /(^|\/)index\.[a-z]+$/.test(path) && path !== 'core/ports/index.ts' && path !== 'core/application/index.ts'
    ? [`${path} is a barrel`]
    : [];

describe('the architecture', () => {
  const files = ['core', 'adapters', 'apps']
    .flatMap(sourcesUnder)
    .map((path) => [path, readFileSync(path, 'utf8')] as const);
  const broken = (rule: Rule) => files.flatMap(([path, source]) => rule(path, source));

  describe('dependencies', () => {
    it('point inwards only, and each library has its one place', () => {
      expect(broken(dependencyRule)).toEqual([]);
    });

    it.each([
      ['core/domain/pause.ts', `import { Ports } from '#core/ports/index.ts';`],
      ['core/domain/pause.ts', `import type { Ports } from '../ports/index.ts';`],
      ['core/domain/pause.ts', `import { z } from 'zod';`],
      ['core/domain/pause.ts', `import { readFile } from 'node:fs/promises';`],
      ['core/ports/clock.ts', `export { now } from '#adapters/node/clock.ts';`],
      ['core/application/agents/create.ts', `const koa = await import('koa');`],
      ['core/application/agents/create.ts', `type K = import('koa').Context;`],
      ['core/application/agents/create.ts', `await import(name);`],
      ['core/application/agents/create.ts', 'const pg = await import(`pg`);'],
      ['core/application/agents/create.ts', `import '../../../adapters/node/clock.ts';`],
      ['adapters/http/routes/pauses.ts', `import pg from 'pg';`],
      ['adapters/http/routes/pauses.ts', `import { orm } from '#adapters/postgres/orm.ts';`],
      ['adapters/http/contract/pauses.ts', `import { signedIn } from '../signed-in.ts';`],
      ['adapters/http/contract/pauses.ts', `import Router from '@koa/router';`],
      ['adapters/http/contract/pauses.ts', `import type { Agents } from '#core/ports/agent-store.ts';`],
      ['adapters/postgres/pauses.ts', `import Koa from 'koa';`],
      ['adapters/postgres/pauses.ts', `import { Container } from 'inversify';`],
      ['adapters/postgres/pauses.ts', `import { main } from '../../apps/server/main.ts';`],
      ['adapters/openai/answerer.ts', `import baileys, { type WASocket } from '@whiskeysockets/baileys';`],
      ['adapters/openai/answerer.ts', `import helper from 'a-library-without-a-row';`],
      ['apps/web/screens/pauses.tsx', `import { application } from '#core/application/index.ts';`],
      ['apps/web/screens/pauses.tsx', `import { Dialog } from 'radix-ui';`],
      ['apps/web/screens/pauses.tsx', `import {\n  endpoint,\n} from '#adapters/http/endpoint.ts';`],
      ['apps/widget/main.ts', `import { widget } from '#adapters/http/contract/widget.ts';`],
      ['apps/widget/main.ts', `import { useState } from 'react';`],
      ['apps/server/main.ts', `import { freshDatabase } from '#tests/support/database.ts';`],
    ])('would refuse in %s: %s', (path, source) => {
      expect(dependencyRule(path, source)).toHaveLength(1);
    });

    it.each([
      ['core/domain/pause.ts', `import { minutesAfter } from './time.ts'; // not: import 'koa'`],
      ['core/ports/index.ts', `import type { Clock } from './clock.ts';`],
      ['core/application/agents/create.ts', `import type { Ports } from '#core/ports/index.ts';`],
      ['core/application/agents/create.ts', `/* import('koa') */ const text = "the import of 'koa'";`],
      [
        'adapters/http/contract/pauses.ts',
        `import { z } from 'zod';\nimport { parseCpf } from '#core/domain/tax-id.ts';`,
      ],
      ['adapters/http/app.ts', `import Koa from 'koa';\nimport { paths } from './contract/paths.ts';`],
      ['adapters/postgres/module.ts', `import { ContainerModule } from 'inversify';`],
      [
        'adapters/postgres/pauses.ts',
        `import { MikroORM } from '@mikro-orm/postgresql';\nimport pg from 'pg';`,
      ],
      ['apps/web/ui/dialog.tsx', `import { Dialog } from 'radix-ui';\nimport './dialog.css';`],
      ['apps/widget/main.ts', `import type { Sent } from '#adapters/http/contract/widget.ts';`],
      ['apps/cli/migrate.ts', `import { migrate } from '#adapters/postgres/migrate.ts';`],
    ])('allow in %s: %s', (path, source) => {
      expect(dependencyRule(path, source)).toEqual([]);
    });
  });

  describe('the core', () => {
    it('knows neither the time nor chance unless told', () => {
      expect(broken(pureCore)).toEqual([]);
    });

    it.each(['const now = Date.now();', 'new Date( )', 'Date()', 'Math.random() < 0.5'])(
      'may not say %s',
      (source) => {
        expect(pureCore('core/domain/slot.ts', source)).toHaveLength(1);
      },
    );

    it('may speak of a given instant', () => {
      expect(pureCore('core/domain/slot.ts', 'new Date(start.getTime() + 1) // like Date.now()')).toEqual([]);
    });
  });

  describe('the environment', () => {
    it('is read in one place', () => {
      expect(broken(oneReaderOfTheEnvironment)).toEqual([]);
    });

    it.each(['process.env.PORT', 'process?.env', `import { env } from 'node:process';`, `process['env']`])(
      'may not be read elsewhere by %s',
      (source) => {
        expect(oneReaderOfTheEnvironment('adapters/http/app.ts', source)).toHaveLength(1);
        expect(oneReaderOfTheEnvironment('apps/server/config.ts', source)).toEqual([]);
      },
    );
  });

  describe('screens', () => {
    it('leave colour, type, borders and corners to the ui folder', () => {
      expect(broken(unstyledScreens)).toEqual([]);
    });

    it.each([
      'bg-red-500',
      'md:hover:text-lg',
      'rounded',
      'border-t',
      'font-bold',
      'text-[#333]',
      'dark:bg-black/50',
    ])('may not say %s', (name) => {
      const screen = 'apps/web/screens/pauses.tsx';
      expect(unstyledScreens(screen, `<p className="flex ${name} gap-2">`)).toHaveLength(1);
      expect(unstyledScreens(screen, `<p className={open ? 'flex' : '${name}'}>`)).toHaveLength(1);
      expect(unstyledScreens('apps/web/ui/page.tsx', `<p className="${name}">`)).toEqual([]);
    });

    it('may place things', () => {
      const source =
        '<p className="grid gap-4 md:grid-cols-2 text-center w-full">from one to three, text and border</p>';
      expect(unstyledScreens('apps/web/screens/pauses.tsx', source)).toEqual([]);
    });
  });

  describe('names', () => {
    it('of folders say what is inside', () => {
      const everything = [...files.map(([path]) => path), ...sourcesUnder('tests')];
      expect(everything.flatMap((path) => foldersWithAName(path, ''))).toEqual([]);
      expect(foldersWithAName('apps/web/utils/date.ts', '')).toHaveLength(1);
      expect(foldersWithAName('apps/web/utilities.ts', '')).toEqual([]);
    });

    it('index.ts only where it is something itself', () => {
      expect(broken(noBarrels)).toEqual([]);
      expect(noBarrels('apps/web/ui/index.ts', '')).toHaveLength(1);
      expect(noBarrels('core/ports/index.ts', '')).toEqual([]);
    });
  });
});

// Helpers

const importsOf = (source: string): Import[] => {
  const code = withoutComments(source);
  const statements = /^\s*(import|export)\s+(type\s)?[^'"`;=]*?\bfrom\s*(['"])(.+?)\3/gm;
  const bare = /^\s*import\s*(['"])(.+?)\1/gm;
  // Of a computed name nobody can say where it leads: it counts as a library that nobody may use.
  const called = /\b(?:import|require)\s*\(\s*(?:(['"`])([^'"`$]+)\1|[^)]*)/g;
  return [
    ...[...code.matchAll(statements)].map((match) => ({ from: match[4] ?? '', typeOnly: Boolean(match[2]) })),
    ...[...code.matchAll(bare)].map((match) => ({ from: match[2] ?? '', typeOnly: false })),
    ...[...code.matchAll(called)].map((match) => ({ from: match[2] ?? match[0], typeOnly: false })),
  ];
};

const withoutComments = (source: string) =>
  source.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (_, text?: string) => text ?? '',
  );

/** The file of ours that an import means, or null for a library. */
const targetOf = (path: string, from: string): string | null => {
  if (from.startsWith('#')) return from.slice(1);
  return from.startsWith('.') ? normalize(join(dirname(path), from)) : null;
};

const folderAllowed = (path: string, target: string, typeOnly: boolean): boolean => {
  const rule = mayImport.find(([files]) => files.test(path));
  const own = `${path.split('/').slice(0, 2).join('/')}/`;
  const names = [
    target,
    target.startsWith(own) ? target.replace(own, 'own/') : '',
    typeOnly ? `types of ${target}` : '',
  ];
  return rule !== undefined && names.some((name) => rule[1].test(name));
};

const libraryAllowed = (path: string, from: string): boolean => {
  const [first = '', second = ''] = from.split('/');
  const library = from.startsWith('@') ? `${first}/${second}` : first;
  return mayUse.some(([libraries, files]) => libraries.test(library) && files.test(path));
};

const found = (path: string, source: string, forbidden: RegExp) =>
  [...withoutComments(source).matchAll(forbidden)].map(([words]) => `${path} says ${words}`);

function sourcesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ['.ts', '.tsx', '.mjs', '.js'].includes(extname(entry.name)))
    .map((entry) => relative('.', join(entry.parentPath, entry.name)));
}
