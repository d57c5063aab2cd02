import { readdirSync } from "node:fs";
import { Gauge, type Registry } from "prom-client";

/** The process, by the contract's names, as it is at each scrape. */
export function processMetrics(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: "hindsight_process_cpu_seconds",
    help: "Processor time used.",
    labelNames: ["type"],
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.set({ type: "user" }, user / 1e6);
      this.set({ type: "system" }, system / 1e6);
    },
  });
  new Gauge({
    name: "hindsight_process_memory_bytes",
    help: "Memory of the process.",
    labelNames: ["type"],
    registers,
    collect() {
      this.set({ type: "rss_max" }, process.resourceUsage().maxRSS * 1024);
    },
  });
  entries("hindsight_process_open_fds", "Open file descriptors.", "/proc/self/fd", registers);
  entries("hindsight_process_threads", "Threads of the process.", "/proc/self/task", registers);
}

/** A gauge of how many entries a folder of /proc has; where there is no /proc, the gauge has no value. */
function entries(name: string, help: string, folder: string, registers: Registry[]): void {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      try {
        this.set(readdirSync(folder).length);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
        this.reset();
      }
    },
  });
}
