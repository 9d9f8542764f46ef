/** Words that belong together and have no order. */
export const Chips = ({ words, label }: { words: readonly string[]; label: string }) => (
  <ul aria-label={label} className="flex min-w-0 flex-wrap gap-1.5 py-1">
    {words.map((word) => (
      <li
        key={word}
        className="max-w-full break-words rounded-full border border-line bg-canvas px-2.5 py-0.5 text-sm"
      >
        {word}
      </li>
    ))}
  </ul>
);
