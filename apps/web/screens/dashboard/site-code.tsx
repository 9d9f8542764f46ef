import { CopyBox } from '../../ui/copy-box.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Small } from '../../ui/page.tsx';

type SiteCodeProps = { agent: { id: number; name: string }; open: boolean; onClose: () => void };

export const SiteCode = ({ agent, open, onClose }: SiteCodeProps) => (
  <Dialog open={open} onClose={onClose} title="Código para o site">
    <p>
      Cole este código na página do seu site, antes de <code>&lt;/body&gt;</code>. Quem cuida do seu site sabe
      onde fica.
    </p>
    <CopyBox label="Código do chat" text={snippetFor(agent, window.location.origin)} />
    <Small>
      O chat para sites ainda não foi lançado. O código já é o definitivo: o chat aparece no seu site assim
      que o lançarmos, com o agente ativo.
    </Small>
  </Dialog>
);

/** The name stands inside an attribute of somebody else's page. */
export const snippetFor = ({ id, name }: { id: number; name: string }, origin: string): string => {
  const title = name.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  return `<div id="prosa-chat" data-agente-id="${id}" data-titulo="${title}"></div><script src="${origin}/widget.js" async></script>`;
};
