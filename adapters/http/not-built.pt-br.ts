/** Shown while the web app has not been built yet. */
export const notBuiltPage = `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Prosa</title>
  </head>
  <body>
    <h1>O servidor está no ar</h1>
    <p>As páginas ainda não foram construídas. Rode <code>npm run build</code> e recarregue.</p>
  </body>
</html>
`;
