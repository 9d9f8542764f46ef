import { useRef, useState } from 'react';
import { sayFailed } from '../../ui/toast.tsx';

/** Records with this machine's microphone: once to begin, once more to end and send. Null where there is none. */
export const useRecorder = (send: (audio: Blob, seconds: number) => void) => {
  const running = useRef<MediaRecorder | null>(null);
  const [recording, setRecording] = useState(false);
  if (!('mediaDevices' in navigator) || typeof MediaRecorder === 'undefined') return null;

  const begin = async () => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const recorder = new MediaRecorder(stream);
      const startedAt = performance.now();
      recorder.ondataavailable = ({ data }) => send(data, Math.ceil((performance.now() - startedAt) / 1000));
      recorder.onstop = () => {
        for (const track of stream.getTracks()) track.stop();
        setRecording(false);
      };
      recorder.start();
      running.current = recorder;
      setRecording(true);
    } catch {
      sayFailed(
        'Sem acesso ao microfone.',
        'Escolha um arquivo de áudio ou permita o microfone no navegador.',
      );
    }
  };
  return { recording, toggle: () => (recording ? running.current?.stop() : void begin()) };
};
