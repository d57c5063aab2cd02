// Slots: how many operations of which type a process may begin now.
// In: the plan and what runs. Out: room for any type, and room that is kept for one.

export interface SlotPlan {
  /** Operations at once in this process; 0 works none. */
  readonly slots: number;
  /** By type: slots that no other type may take. */
  readonly reserved: Readonly<Record<string, number>>;
}

type Running = ReadonlyMap<string, number>;

/** Slots that are free and kept for their type: what each lacks of its floor. */
export function reservedRoom({ reserved }: SlotPlan, running: Running): ReadonlyMap<string, number> {
  const lacking = Object.entries(reserved).map(([type, floor]) => [type, floor - (running.get(type) ?? 0)] as const);
  return new Map(lacking.filter(([, room]) => room > 0));
}

/** Slots that are free for any type. */
export function sharedRoom(plan: SlotPlan, running: Running): number {
  const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((total, count) => total + count, 0);
  return Math.max(0, plan.slots - sum(running) - sum(reservedRoom(plan, running)));
}
