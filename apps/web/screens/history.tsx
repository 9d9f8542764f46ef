import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router-dom';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { agents } from '#adapters/http/contract/agents.ts';
import { history } from '#adapters/http/contract/history.ts';
import { call, detailOf, idIn, signedIn } from '../api.ts';
import { paths } from '../paths.ts';
import { usePolling, useWhenVisible } from '../polling.ts';
import { Empty } from '../ui/empty.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, TopBar } from '../ui/page.tsx';
import { Entry } from './history/entry.tsx';
import { Filters } from './history/filters.tsx';
import { isWanted, rangeIn } from './history/range.ts';

/** The server narrows by day, so that a long history stays light; the screen filters as its fields say. */
export const loader = signedIn(async ({ params, request }) => {
  const agentId = idIn(params.id);
  const [owner, agent] = await Promise.all([call(accounts.profile, {}), call(agents.find, { agentId })]);
  const range = rangeIn(new URL(request.url).searchParams, owner.timeZone, new Date());
  const found = await call(history.messages, { agentId, ...range }).catch((problem: unknown) => {
    const failed = { failed: true as const, detail: detailOf(problem) };
    console.error(problem);
    return failed;
  });
  return { agentName: agent.name, zone: owner.timeZone, range, found };
});

export const Component = () => {
  const { agentName, zone, range, found } = useLoaderData<typeof loader>();
  const [phone, setPhone] = useState('');
  const { revalidate } = useRevalidator();
  useWhenVisible(revalidate);
  const entries = 'failed' in found ? [] : found;
  const shown = entries.filter((entry) => isWanted(entry, { phone, zone, ...range }));
  usePolling(revalidate, entries.some((entry) => !entry.finished) ? 3000 : null);
  return (
    <>
      <TopBar home={paths.dashboard} />
      <Page
        title="Histórico de Mensagens"
        lead={agentName}
        width="reading"
        back={{ to: paths.dashboard, words: 'Voltar ao painel' }}
      >
        <div className="grid gap-6">
          <Filters range={range} phone={phone} onPhone={setPhone} />
          {'failed' in found && (
            <Notice tone="danger" urgent title="Não foi possível carregar as mensagens.">
              {found.detail}
            </Notice>
          )}
          {!('failed' in found) && shown.length === 0 && (
            <Empty icon="history" title="Nenhuma mensagem encontrada.">
              Mude o telefone ou as datas do filtro para procurar mais.
            </Empty>
          )}
          {shown.map((entry) => (
            <Entry key={entry.id} entry={entry} zone={zone} />
          ))}
        </div>
      </Page>
    </>
  );
};
