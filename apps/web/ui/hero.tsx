import type { ReactNode } from 'react';
import { Bubble } from './bubble.tsx';

type HeroProps = {
  title: string;
  lead: string;
  note: string;
  /** A conversation worth a thousand words. */
  question: string;
  answer: string;
  children: ReactNode;
};

export const Hero = ({ title, lead, note, question, answer, children }: HeroProps) => (
  <main
    id="conteudo"
    className="mx-auto grid w-full max-w-[72rem] items-center gap-12 px-4 py-12 sm:px-6 md:min-h-[70dvh] md:grid-cols-[3fr_2fr]"
  >
    <title>Prosa: atendimento no WhatsApp com inteligência artificial</title>
    <div className="grid gap-6">
      <h1 className="text-[clamp(1.75rem,1.2rem+2.6vw,2.75rem)] tracking-tight">{title}</h1>
      <p className="max-w-[36rem] text-lg text-muted leading-normal">{lead}</p>
      <div className="flex flex-wrap gap-3">{children}</div>
      <p className="text-muted text-sm">{note}</p>
    </div>
    <div className="grid gap-3 rounded-card border border-line bg-canvas p-4 shadow-float sm:p-6">
      <Bubble from="customer" who="Cliente" foot="22:47">
        {question}
      </Bubble>
      <Bubble from="us" who="Seu agente" foot="22:47">
        {answer}
      </Bubble>
    </div>
  </main>
);
