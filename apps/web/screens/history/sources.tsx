import type { history } from '#adapters/http/contract/history.ts';
import type { Answered } from '#adapters/http/contract/request.ts';
import { Disclosure, Sample } from '../../ui/disclosure.tsx';

type Source = Answered<typeof history.messages>[number]['sources'][number];

/** What the agent had before it, for an owner who asks where an answer comes from. */
export const Sources = ({ sources }: { sources: readonly Source[] }) => (
  <Disclosure title="De onde veio esta resposta">
    <div className="grid gap-3">
      {sources.map(({ documentName, page, excerpt }) => (
        <section key={`${documentName} ${page} ${excerpt}`} className="grid gap-1">
          <h3>{page === null ? documentName : `${documentName}, página ${page}`}</h3>
          <Sample>{excerpt}</Sample>
        </section>
      ))}
    </div>
  </Disclosure>
);
