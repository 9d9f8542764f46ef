import type { ActionFunctionArgs } from 'react-router-dom';
import { useLoaderData, useRevalidator } from 'react-router-dom';
import { documents } from '#adapters/http/contract/documents.ts';
import { documentLimits } from '#core/domain/document.ts';
import { call, detailOf, idIn, signedIn } from '../api.ts';
import { loadFilesOf } from '../files-of-agent.ts';
import { useFocusKept } from '../focus-kept.ts';
import { built, paths } from '../paths.ts';
import { Button, TextLink } from '../ui/button.tsx';
import { DropZone } from '../ui/drop-zone.tsx';
import { List } from '../ui/list.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, SectionHeading, Small, TopBar } from '../ui/page.tsx';
import { sayDone, sayFailed } from '../ui/toast.tsx';
import { DocumentItem } from './documents/document-item.tsx';
import { SendingFile } from './documents/sending-file.tsx';
import { useSendings } from './documents/use-sendings.ts';

export const loader = signedIn(async ({ params }) => {
  const agentId = idIn(params.agenteId);
  return loadFilesOf(agentId, () => call(documents.list, { agentId }));
});

export const action = async ({ request }: ActionFunctionArgs) => {
  const documentId = Number((await request.formData()).get('remove'));
  try {
    await call(documents.remove, { documentId });
    sayDone('Documento excluído com sucesso!');
  } catch (problem) {
    sayFailed('Erro ao excluir documento.', detailOf(problem));
  }
  return null;
};

export const Component = () => {
  const { agentId, agentName, zone, plan, found } = useLoaderData<typeof loader>();
  const { sendings, take, cancel, dismiss, again } = useSendings(agentId);
  const { revalidate } = useRevalidator();
  useFocusKept(found.list.length + sendings.length);
  return (
    <>
      <TopBar home={paths.dashboard} />
      <Page
        title="Base de Conhecimento"
        lead={`${agentName} usa o que está nestes documentos para responder aos clientes.`}
        width="reading"
        back={{ to: paths.dashboard, words: 'Voltar ao painel' }}
      >
        <div className="grid gap-6">
          <Upload
            plan={plan}
            count={found.list.length}
            inviting={found.list.length + sendings.length === 0 && !found.failed}
            onFiles={take}
          />
          {sendings.map((sending) => (
            <SendingFile
              key={sending.id}
              sending={sending}
              onCancel={() => cancel(sending.id)}
              onDismiss={() => dismiss(sending.id)}
              onAgain={() => again(sending)}
            />
          ))}
          {found.failed && (
            <Notice
              tone="danger"
              urgent
              title="Erro ao carregar os documentos."
              action={
                <Button look="quiet" onClick={revalidate}>
                  Tentar de novo
                </Button>
              }
            >
              {found.detail}
            </Notice>
          )}
          {found.list.length > 0 && (
            <Documents list={found.list} zone={zone} limit={plan.documentsPerAgent} />
          )}
        </div>
      </Page>
    </>
  );
};

type Loaded = Awaited<ReturnType<typeof loader>>;
type UploadProps = {
  plan: Loaded['plan'];
  count: number;
  inviting: boolean;
  onFiles: (files: readonly File[]) => void;
};

const invitation = {
  title: 'Nenhum documento enviado.',
  words:
    'Envie o que os clientes costumam perguntar: tabela de preços, cardápio, catálogo, regras de troca e de cancelamento. O agente lê o arquivo e passa a responder com o que está nele.',
};

/** Where no document can be sent, its words say why. */
const Upload = ({ plan, count, inviting, onFiles }: UploadProps) => {
  if (plan.active && count < plan.documentsPerAgent) {
    return (
      <DropZone
        label="Escolher arquivo"
        accept=".pdf,.docx"
        onFiles={onFiles}
        invitation={inviting ? invitation : null}
      >
        PDF ou DOCX de até {documentLimits.bytes / 1_048_576} MB e {documentLimits.pages} páginas. PDFs
        escaneados e imagens não são interpretados. Seu plano permite{' '}
        {documentsInWords(plan.documentsPerAgent)} por agente.
      </DropZone>
    );
  }
  return (
    <Notice
      tone="warning"
      title={plan.active ? 'Limite de documentos do plano atingido.' : 'Nenhum plano ativo.'}
      action={built.has('plans') && <TextLink to={paths.plans}>Ver Planos</TextLink>}
    >
      {plan.active
        ? 'Para enviar outro, exclua um dos documentos abaixo.'
        : 'Os documentos continuam guardados. Para enviar outros, é preciso ter um plano ativo.'}
    </Notice>
  );
};

type DocumentsProps = { list: Loaded['found']['list']; zone: string; limit: number };

const Documents = ({ list, zone, limit }: DocumentsProps) => (
  <section aria-label="Documentos enviados" className="grid gap-3">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <SectionHeading>Documentos enviados</SectionHeading>
      <Small>
        {list.length} de {documentsInWords(limit)}
      </Small>
    </div>
    <List>
      {list.map((document) => (
        <DocumentItem key={document.id} document={document} zone={zone} />
      ))}
    </List>
  </section>
);

const documentsInWords = (count: number) => `${count} ${count === 1 ? 'documento' : 'documentos'}`;
