import type { ActionFunctionArgs } from 'react-router-dom';
import { useLoaderData, useRevalidator } from 'react-router-dom';
import { keywordFiles } from '#adapters/http/contract/keyword-files.ts';
import { call, detailOf, idIn, signedIn } from '../api.ts';
import { loadFilesOf } from '../files-of-agent.ts';
import { useFocusKept } from '../focus-kept.ts';
import { built, paths } from '../paths.ts';
import { useWhenVisible } from '../polling.ts';
import { TextLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Empty } from '../ui/empty.tsx';
import { List } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, SectionHeading, Small, TopBar } from '../ui/page.tsx';
import { sayDone, sayFailed } from '../ui/toast.tsx';
import { FileForm } from './keyword-files/file-form.tsx';
import { KeywordFileItem } from './keyword-files/keyword-file-item.tsx';

export const loader = signedIn(async ({ request }) => {
  const agentId = idIn(new URL(request.url).searchParams.get('id'));
  return loadFilesOf(agentId, () => call(keywordFiles.list, { agentId }));
});

export const action = async ({ request }: ActionFunctionArgs) => {
  const fileId = Number((await request.formData()).get('remove'));
  try {
    await call(keywordFiles.remove, { fileId });
    sayDone('Arquivo excluído!');
  } catch (problem) {
    sayFailed('Erro ao excluir arquivo.', detailOf(problem));
  }
  return null;
};

export const Component = () => {
  const { agentId, agentName, zone, plan, found } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  // The links to the files are good for some minutes only.
  useWhenVisible(revalidate);
  useFocusKept(found.list.length);
  return (
    <>
      <TopBar home={paths.dashboard} />
      <Page
        title="Respostas Automáticas"
        lead={`Quando um cliente escreve uma destas palavras, ${agentName} envia o arquivo na hora.`}
        width="reading"
        back={{ to: paths.dashboard, words: 'Voltar ao painel' }}
      >
        <div className="grid gap-6">
          {plan.active && found.list.length < plan.keywordFilesPerAgent ? (
            <Card>
              <FileForm agentId={agentId} />
            </Card>
          ) : (
            <NoMore active={plan.active} />
          )}
          {found.failed && (
            <Notice tone="danger" urgent title="Erro ao carregar arquivos.">
              {found.detail}
            </Notice>
          )}
          {!found.failed && found.list.length === 0 && (
            <Empty icon="file" title="Nenhum arquivo enviado.">
              Envie o que os clientes sempre pedem: tabela de preços, cardápio, catálogo, mapa. Quem escrever
              a palavra recebe o arquivo sem esperar.
            </Empty>
          )}
          {found.list.length > 0 && <Files list={found.list} zone={zone} limit={plan.keywordFilesPerAgent} />}
        </div>
      </Page>
    </>
  );
};

/** Where no file can be sent, its words say why. */
const NoMore = ({ active }: { active: boolean }) => (
  <Notice
    tone="warning"
    title={active ? 'Limite de arquivos do plano atingido.' : 'Nenhum plano ativo.'}
    action={built.has('plans') && <TextLink to={paths.plans}>Ver Planos</TextLink>}
  >
    {active
      ? 'Para enviar outro, exclua um dos arquivos abaixo.'
      : 'Os arquivos continuam guardados. Para enviar outros, é preciso ter um plano ativo.'}
  </Notice>
);

type Loaded = Awaited<ReturnType<typeof loader>>;
type FilesProps = { list: Loaded['found']['list']; zone: string; limit: number };

const Files = ({ list, zone, limit }: FilesProps) => (
  <section aria-label="Arquivos enviados" className="grid gap-3">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <SectionHeading>Arquivos enviados</SectionHeading>
      <Small>
        {list.length} de {limit} {limit === 1 ? 'arquivo' : 'arquivos'}
      </Small>
    </div>
    <List>
      {list.map((file) => (
        <KeywordFileItem key={file.id} file={file} zone={zone} />
      ))}
    </List>
  </section>
);
