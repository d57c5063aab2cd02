// The name with its sign.
// In: nothing. Out: a piece of the shell and of the log-in page.

export function Logo() {
  return (
    <span className="flex items-center gap-2 font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" className="size-6" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#0f766e" />
        <g fill="none" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
          <path d="M22.5 10.2A9 9 0 1 0 25 16" />
          <path d="M25.6 6.6v5h-5" />
        </g>
        <circle cx="16" cy="16" r="2.6" fill="#fff" />
      </svg>
      Hindsight
    </span>
  );
}
