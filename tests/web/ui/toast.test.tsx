import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sayDone, sayFailed, Toaster } from '../../../apps/web/ui/toast.tsx';

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

describe('a message', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(<Toaster />);
  });
  afterEach(() => {
    pass(3_000);
    cleanup();
    vi.useRealTimers();
  });

  it('stays for three seconds, in a region that is read aloud', () => {
    act(() => sayDone('Agente duplicado com sucesso!'));
    expect(screen.getByRole('status').textContent).toContain('Agente duplicado com sucesso!');
    pass(2_999);
    screen.getByText('Agente duplicado com sucesso!');
    pass(1);
    expect(screen.queryByText('Agente duplicado com sucesso!')).toBeNull();
  });

  it('waits while somebody points at it', () => {
    act(() => sayDone('Pausa removida.'));
    const card = screen.getByText('Pausa removida.');
    fireEvent.pointerEnter(card.parentElement?.parentElement as HTMLElement);
    pass(60_000);
    fireEvent.pointerLeave(card.parentElement?.parentElement as HTMLElement);
    pass(2_999);
    screen.getByText('Pausa removida.');
  });

  it('can be sent away, and says why below what', () => {
    act(() => sayFailed('Erro ao duplicar agente.', 'Limite de agentes do plano atingido.'));
    screen.getByText('Limite de agentes do plano atingido.');
    fireEvent.click(screen.getByRole('button', { name: 'Dispensar mensagem' }));
    expect(screen.queryByText('Erro ao duplicar agente.')).toBeNull();
  });
});
